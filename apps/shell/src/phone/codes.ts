import type { Message } from '../bridge/messageLog.ts'

const maxCodes = 4

/** Join links and scan results of earlier messages, offered as codes to scan; newest first. */
export function findScannableCodes(messages: readonly Message[]): string[] {
	const found = messages.flatMap(({ data, replies, name }) => [
		field(data, 'joinMeetingUrl'),
		...(name === 'scan' ? replies.map(reply => field(reply.data, 'content')) : []),
	])
	const newestFirst = found.filter(code => code !== '').reverse()
	return [...new Set(newestFirst)].slice(0, maxCodes)
}

function field(data: unknown, name: string): string {
	const value = typeof data === 'object' && data !== null ? (data as Record<string, unknown>)[name] : undefined
	return typeof value === 'string' ? value : ''
}
