/** Pixels of a block of the counter in a picture 1280 wide; 16 of them are in the first row, white for 1, the lowest bit first. */
export const blockSize = 40
