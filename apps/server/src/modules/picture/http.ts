import { picture } from '@parley/api'
import { type CallHandlers, handlers } from '../../platform/handlers.ts'
import type { PictureService } from './service.ts'

export const pictureHttp = (pictures: PictureService): CallHandlers =>
	handlers(picture, { upload: ({ file }) => pictures.upload(file) })
