import { digitsWhileTyping, limits } from '@parley/core'

/** A meeting as a short link, a scanned code or the phone names it. */
export interface MeetingLink {
	meetingId: string
	/** Plain digits. */
	password?: string | undefined
}

const isMeetingId = (digits: string) =>
	/^\d+$/.test(digits) && digits.length >= limits.meetingIdMin && digits.length <= limits.meetingIdMax

/** What the values of a short link say; nothing where there is no id in them (OP-043). */
export function parseShortLink({ meetingId, pwd }: { meetingId?: string; pwd?: string }): MeetingLink | undefined {
	const id = (meetingId ?? '').replace(/[\s-]/g, '')
	return isMeetingId(id) ? { meetingId: id, password: decodeLinkPassword(pwd) } : undefined
}

/** The password inside `pwd`; a text that holds none is no password, and never an error (LINK-07). */
export function decodeLinkPassword(pwd: string | undefined): string | undefined {
	try {
		const plain = atob((pwd ?? '').replace(/-/g, '+').replace(/_/g, '/'))
		const isPassword = plain !== '' && digitsWhileTyping(plain, limits.meetingPasswordMax) === plain
		return isPassword ? plain : undefined
	} catch {
		return undefined
	}
}

/** Base64 for addresses, without padding. */
const encodeLinkPassword = (password: string) =>
	btoa(password).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')

/** The short link of a meeting; `base` is where the site is, without a slash at its end. */
export function formatMeetingLink({ meetingId, password }: MeetingLink, base: string): string {
	const query = new URLSearchParams({ meetingId, ...(password && { pwd: encodeLinkPassword(password) }) })
	return `${base}/?${query}`
}

/** The meeting a scanned code is about: written in its address, or the code itself; nothing for any other code. */
export function parseScannedCode(content: string): MeetingLink | undefined {
	const text = content.trim()
	const bare = text.replace(/[\s-]/g, '')
	if (/^\d+$/.test(bare)) return parseShortLink({ meetingId: bare })

	const [, inQuery] = /[?&#]meetingId=(\d+)/i.exec(text) ?? []
	const [, pwd] = /[?&#]pwd=([\w-]+)/i.exec(text) ?? []
	// No look-behind: engines at the lower end cannot read it.
	const inPath = text.split(/[/?#]/).find(isMeetingId)
	const meetingId = inQuery !== undefined && isMeetingId(inQuery) ? inQuery : inPath
	return meetingId === undefined ? undefined : { meetingId, password: decodeLinkPassword(pwd) }
}
