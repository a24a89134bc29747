package screen

import "image"

// Sharpness is the variance of the Laplacian (4 neighbours) of luma inside box, clipped: above 100 for a sharp
// screenshot, below for a blurred one (Pech-Pacheco et al., "Diatom autofocusing in brightfield microscopy: a comparative
// study", ICPR 2000). It is 0 for what is flat or smaller than 3x3. The error is an ErrOutside.
func Sharpness(img *image.RGBA, box image.Rectangle) (float64, error) {
	box, err := Clip(img, box)
	if err != nil {
		return 0, err
	}
	w, h := box.Dx(), box.Dy()
	if w < 3 || h < 3 {
		return 0, nil
	}
	grey := Luma(img, box).Pix
	var sum, squares int64
	for y := 1; y < h-1; y++ {
		above, row, below := grey[(y-1)*w:y*w], grey[y*w:(y+1)*w], grey[(y+1)*w:(y+2)*w]
		for x := 1; x < w-1; x++ {
			l := int64(above[x]) + int64(below[x]) + int64(row[x-1]) + int64(row[x+1]) - 4*int64(row[x])
			sum, squares = sum+l, squares+l*l
		}
	}
	n := float64((w - 2) * (h - 2))
	mean := float64(sum) / n
	return float64(squares)/n - mean*mean, nil
}
