import { limits } from '@parley/core'

const isId = (digits: string) => digits.length >= limits.meetingIdMin && digits.length <= limits.meetingIdMax

/** The meeting a scanned code is about: written in its address, or the code itself; nothing for any other code. */
export function meetingInCode(content: string): string | undefined {
	const text = content.trim()
	const bare = text.replace(/[\s-]/g, '')
	if (/^\d+$/.test(bare)) return isId(bare) ? bare : undefined

	const [, inQuery] = /[?&#]meetingId=(\d+)/i.exec(text) ?? []
	// No look-behind: engines at the lower end cannot read it.
	const inPath = text.split(/[/?#]/).find(part => /^\d+$/.test(part) && isId(part))
	return inQuery !== undefined && isId(inQuery) ? inQuery : inPath
}
