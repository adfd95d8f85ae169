export type { PictureService } from './service.ts'
