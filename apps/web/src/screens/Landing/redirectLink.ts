import { redirect } from '@tanstack/react-router'

interface LinkSearch {
	meetingId?: string | undefined
}

/**
 * Redirects a short link to the screen of its meeting before anything is rendered (LINK-01), so that the skeleton of that
 * screen, which the server has sent, stays until the screen replaces it. Without a network the landing is shown.
 */
export async function redirectLink({ search, location }: { search: LinkSearch; location: { hash: string } }) {
	if (search.meetingId === undefined) return
	const route = await import('./resolveLink.ts').then(
		({ resolveShortLink }) => resolveShortLink({ ...search }, location.hash),
		() => undefined,
	)
	if (route) throw redirect(route)
}
