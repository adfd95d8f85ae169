/** Pixels of a counter block in a picture 1280 wide; the first row has 16 of them, white for 1, lowest bit first. */
export const blockSize = 40
