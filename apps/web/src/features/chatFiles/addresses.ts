import type { ChatFileVariant } from '@parley/api'
import type { ChatFile } from '@parley/core'

/** @param path of the files of the chat, with a query or without */
export function addressOf(path: string, { id }: Pick<ChatFile, 'id'>, variant: ChatFileVariant): string {
	const [folder, query] = path.split('?')
	return `${folder}/${id}/${variant}${query === undefined ? '' : `?${query}`}`
}
