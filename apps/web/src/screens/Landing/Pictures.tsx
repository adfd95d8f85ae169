/** All three pictures. They come when the page is quiet: the first one is written into the page itself. */
export { PictureStack as Pictures } from '../../ui/index.ts'
