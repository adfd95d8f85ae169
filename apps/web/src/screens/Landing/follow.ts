import { type LinkPlace, linkIn, linkOf, type MeetingLink, placeOfLink } from '../../features/joining/index.ts'

// In a file of its own: few come by a link, and the landing is seen without it.

/** Where the values of a short link lead. */
export const placeOfShortLink = ({ meetingId, pwd, publicScan }: Record<string, string | undefined>) =>
	placeOfLink(linkOf({ ...(meetingId && { meetingId }), ...(pwd && { pwd }) }), { publicScan })

/** Where a scanned code leads; nowhere for one that is about something else. */
export async function placeOfCode(code: string | MeetingLink, publicScan?: string): Promise<LinkPlace | undefined> {
	const link = typeof code === 'string' ? linkIn(code) : code
	return link && placeOfLink(link, { publicScan })
}
