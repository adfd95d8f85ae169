import { digitsWhileTyping, limits } from '@parley/core'
import { withLinkPassword } from '../../meeting/index.ts'

/** The meeting of a short link or a scanned code. */
export interface MeetingLink {
	meetingId: string
	/** Plain digits. */
	password?: string | undefined
}

const isMeetingId = (digits: string) =>
	/^\d+$/.test(digits) && digits.length >= limits.meetingIdMin && digits.length <= limits.meetingIdMax

/** The meeting in the query of a short link; undefined without a valid id (OP-043). */
export function parseShortLink({ meetingId, pwd }: { meetingId?: string; pwd?: string }): MeetingLink | undefined {
	const id = (meetingId ?? '').replace(/[\s-]/g, '')
	return isMeetingId(id) ? { meetingId: id, password: decodeLinkPassword(pwd) } : undefined
}

/** Decodes `pwd`; undefined where it holds no password. Never throws (LINK-07). */
export function decodeLinkPassword(pwd: string | undefined): string | undefined {
	try {
		const plain = atob((pwd ?? '').replace(/-/g, '+').replace(/_/g, '/'))
		const isPassword = plain !== '' && digitsWhileTyping(plain, limits.meetingPasswordMax) === plain
		return isPassword ? plain : undefined
	} catch {
		return undefined
	}
}

/** The short link of a meeting; `base` is the address of the site, without a trailing slash. */
export const formatMeetingLink = ({ meetingId, password }: MeetingLink, base: string): string =>
	withLinkPassword(`${base}/?meetingId=${meetingId}`, password)

/** The parameters of a short link: its password is in the fragment; older links have it in the query (LINK-07). */
export const readLinkAddress = <T extends object>(search: T, hash: string): T & { pwd?: string } => {
	const pwd = new URLSearchParams(hash.replace(/^#/, '')).get('pwd')
	return pwd === null ? search : { ...search, pwd }
}

/** The meeting of a scanned code, which is a short link, another address with a meeting id, or the id alone. */
export function parseScannedCode(content: string): MeetingLink | undefined {
	const text = content.trim()
	const bare = text.replace(/[\s-]/g, '')
	if (/^\d+$/.test(bare)) return parseShortLink({ meetingId: bare })

	const [, inQuery] = /[?&#]meetingId=(\d+)/i.exec(text) ?? []
	const [, pwd] = /[?&#]pwd=([\w-]+)/i.exec(text) ?? []
	// No lookbehind: the oldest supported browsers cannot parse it.
	const inPath = text.split(/[/?#]/).find(isMeetingId)
	const meetingId = inQuery !== undefined && isMeetingId(inQuery) ? inQuery : inPath
	return meetingId === undefined ? undefined : { meetingId, password: decodeLinkPassword(pwd) }
}
