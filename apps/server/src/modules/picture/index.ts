export type { ChatPicture, PictureRefusal } from './encodePicture.ts'
export type { PictureService } from './service.ts'
