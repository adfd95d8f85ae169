export { openPictureFolder, type PictureFolder } from './folder.ts'
export { pictureHttp } from './http.ts'
export { createPictureService } from './service.ts'
