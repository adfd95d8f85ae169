import type { Message } from '../bridge/journal.ts'

const codesMax = 4

/** Links and answers that went through the bridge and that a camera could have read, newest first. */
export function codesIn(messages: readonly Message[]): string[] {
	const found = messages.flatMap(({ data, replies, name }) => [
		field(data, 'joinMeetingUrl'),
		...(name === 'scan' ? replies.map(reply => field(reply.data, 'content')) : []),
	])
	const newestFirst = found.filter(code => code !== '').reverse()
	return [...new Set(newestFirst)].slice(0, codesMax)
}

function field(data: unknown, name: string): string {
	const value = typeof data === 'object' && data !== null ? (data as Record<string, unknown>)[name] : undefined
	return typeof value === 'string' ? value : ''
}
