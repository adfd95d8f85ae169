import {
	type LinkRoute,
	type MeetingLink,
	parseScannedCode,
	parseShortLink,
	resolveLink,
} from '../../features/joining/index.ts'

// In a file of its own: few come by a link, and the landing is seen without it.

/** Where the values of a short link lead. */
export const placeOfShortLink = ({ meetingId, pwd, publicScan }: Record<string, string | undefined>) =>
	resolveLink(parseShortLink({ ...(meetingId && { meetingId }), ...(pwd && { pwd }) }), { publicScan })

/** Where a scanned code leads; nowhere for one that is about something else. */
export async function placeOfCode(code: string | MeetingLink, publicScan?: string): Promise<LinkRoute | undefined> {
	const link = typeof code === 'string' ? parseScannedCode(code) : code
	return link && resolveLink(link, { publicScan })
}
