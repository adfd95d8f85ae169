export type { PictureFolder } from './folder.ts'
export type { PictureService } from './service.ts'
