import {
	type LinkRoute,
	type MeetingLink,
	parseScannedCode,
	parseShortLink,
	resolveLink,
} from '../../features/joining/index.ts'

// Loaded on demand: the landing is shown without the joining feature.

/** The route a short link leads to. */
export const resolveShortLink = ({ meetingId, pwd, publicScan }: Record<string, string | undefined>) =>
	resolveLink(parseShortLink({ ...(meetingId && { meetingId }), ...(pwd && { pwd }) }), { publicScan })

/** The route a scanned code leads to; undefined for a code that is no meeting link. */
export async function resolveScannedCode(
	code: string | MeetingLink,
	publicScan?: string,
): Promise<LinkRoute | undefined> {
	const link = typeof code === 'string' ? parseScannedCode(code) : code
	return link && resolveLink(link, { publicScan })
}
