// Package mask covers what must not be kept in screenshots: the zones that a person drew for a workflow, and the places
// where a step typed a secret.
//
// What is covered is covered for everyone: the store, the window, the checks, the judge, exports. The one exception is the
// pixel comparison of the very step that typed the secret, which reads nothing and keeps nothing; it is made on the
// pictures as they came.
//
// Where a secret was typed, the field at the point is covered, and so is all else that the step changed on the screen
// (typing may go to the wrong field, or open a list of suggestions), unless so much changed that it is another page. Where
// neither tells where it was typed, the whole pictures are covered. The field stays covered in the later pictures of the session for as long as what is
// drawn around it stands where it stood, and wherever that cannot be told; it is covered again when it comes back. A field
// that moves, because its page scrolled or its window was dragged, is not followed.
package mask
