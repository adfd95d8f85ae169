import type { ChatFileVariant } from '@parley/api'
import type { ChatFile } from '@parley/core'

/** @param path of the files of the chat */
export const addressOf = (path: string, { id }: Pick<ChatFile, 'id'>, variant: ChatFileVariant): string =>
	`${path}/${id}/${variant}`
