import { type ChatFile, chatFileExtension, formatFileSize, isPictureExtension } from '@parley/core'
import { m } from '../../../locales/index.ts'
import type { ChatMessage } from '../chatMessages.ts'
import type { UploadFailure } from './uploadFile.ts'

const texts: Record<UploadFailure, () => string> = {
	absent: m.chat_file_failed,
	offBySite: m.chat_file_off_site,
	offByHost: m.chat_file_off_host,
	receiverAbsent: m.chat_gone_text,
	extensionInvalid: m.chat_file_kind,
	isEmpty: m.chat_file_empty,
	tooLarge: m.chat_file_too_large,
	tooOften: m.chat_file_too_often,
	tooMany: m.chat_file_too_often,
	busy: m.chat_file_busy,
	full: m.chat_file_full,
	contentInvalid: m.chat_file_content,
	dimensionsInvalid: m.chat_file_pixels,
	unreadable: m.chat_file_unreadable,
	fileGone: m.chat_file_gone,
	unknownFile: m.chat_file_failed,
	partInvalid: m.chat_file_failed,
	signedOut: m.chat_file_failed,
	forbidden: m.chat_file_failed,
	missing: m.chat_file_failed,
	staleToken: m.chat_file_failed,
	invalidInput: m.chat_file_failed,
	phoneNeeded: m.chat_file_failed,
	profileNeeded: m.chat_file_failed,
	broken: m.chat_file_failed,
	unknown: m.chat_file_failed,
	offline: m.chat_file_failed,
	timeout: m.chat_file_failed,
	cancelled: m.chat_file_failed,
}

/** Why a file was not sent. */
export const failureText = (failure: UploadFailure): string => texts[failure]()

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
