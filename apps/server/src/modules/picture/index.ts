export { openPictureFolder, type PictureFolder } from './folder.ts'
export { pictureHttp } from './http.ts'
export { createPictureService, type PictureService } from './service.ts'
