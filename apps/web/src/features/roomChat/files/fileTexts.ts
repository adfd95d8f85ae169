import { type ChatFile, chatFileExtension, formatFileSize, isPictureExtension } from '@parley/core'
import { m } from '../../../locales/index.ts'
import type { ChatMessage } from '../chatMessages.ts'
import type { UploadFailure } from './uploadFile.ts'

/** `isFinal`: the same file is refused again, however often it is sent (ROOM-177). */
const failures: Record<UploadFailure, { text: () => string; isFinal?: true }> = {
	absent: { text: m.chat_file_failed },
	offBySite: { text: m.chat_file_off_site, isFinal: true },
	offByHost: { text: m.chat_file_off_host },
	receiverAbsent: { text: m.chat_gone_text, isFinal: true },
	extensionInvalid: { text: m.chat_file_kind, isFinal: true },
	isEmpty: { text: m.chat_file_empty, isFinal: true },
	tooLarge: { text: m.chat_file_too_large, isFinal: true },
	tooOften: { text: m.chat_file_too_often },
	tooMany: { text: m.chat_file_too_often },
	busy: { text: m.chat_file_busy },
	full: { text: m.chat_file_full },
	contentInvalid: { text: m.chat_file_content, isFinal: true },
	dimensionsInvalid: { text: m.chat_file_pixels, isFinal: true },
	unreadable: { text: m.chat_file_unreadable, isFinal: true },
	fileGone: { text: m.chat_file_gone, isFinal: true },
	unknownFile: { text: m.chat_file_failed },
	partInvalid: { text: m.chat_file_failed },
	signedOut: { text: m.chat_file_failed },
	forbidden: { text: m.chat_file_failed },
	missing: { text: m.chat_file_failed },
	staleToken: { text: m.chat_file_failed },
	invalidInput: { text: m.chat_file_failed },
	phoneNeeded: { text: m.chat_file_failed },
	profileNeeded: { text: m.chat_file_failed },
	broken: { text: m.chat_file_failed },
	unknown: { text: m.chat_file_failed },
	offline: { text: m.chat_file_failed },
	timeout: { text: m.chat_file_failed },
	cancelled: { text: m.chat_file_failed },
}

/** Why a file was not sent. */
export const failureText = (failure: UploadFailure): string => failures[failure].text()

/** Returns whether a file that failed can never be sent as it is. */
export const isFinal = (failure: UploadFailure): boolean => failures[failure].isFinal === true

/** Why a chosen file cannot be sent, before anything of it is; undefined if it can. The server checks again. */
export function problemText({ name, size }: Pick<File, 'name' | 'size'>, maxBytes: number): string | undefined {
	if (!chatFileExtension(name)) return m.chat_file_kind()
	if (size === 0) return m.chat_file_empty()
	return size > maxBytes ? m.chat_file_over({ limit: formatFileSize(maxBytes) }) : undefined
}

export const isPictureName = (name: string): boolean => {
	const extension = chatFileExtension(name)
	return extension !== undefined && isPictureExtension(extension)
}

/** A message in one line: its text, or what it has in place of one. */
export const summaryOf = ({ text, file }: Pick<ChatMessage, 'text' | 'file'>): string =>
	file ? fileSummary(file) : text

const fileSummary = ({ name, picture }: ChatFile): string =>
	picture ? m.chat_picture_summary() : m.chat_file_summary({ name })
