import { meetingIds } from '../../apps/server/src/demo/index.ts'
import type { ParleyServer } from '../fixtures/server.ts'
import { type Attack, Client, signIn, withServer } from './attack.ts'

const longestMs = 5_500

export const attack: Attack = {
	tried: "the playlist of a live with a member's token, from another browser, and after signing out",
	run: () =>
		withServer({}, async server => {
			const viewer = await signIn(await new Client(server.url).visit(), 'lilei')
			const playlist = await playlistOf(server, viewer)
			const status = async (client: Client) =>
				(await fetch(playlist, { headers: { cookie: client.cookieHeader } })).status
			const own = await status(viewer)
			const passedOn = await status(await new Client(server.url).visit())
			await viewer.post('/auth/logout', {})
			const signedOutAt = Date.now()
			let afterwards = await status(viewer)
			while (afterwards === 200 && Date.now() - signedOutAt < 15_000) {
				await new Promise(resolve => setTimeout(resolve, 250))
				afterwards = await status(viewer)
			}
			const ms = Date.now() - signedOutAt
			return {
				result: `own browser: ${own}; another one: ${passedOn}; ${(ms / 1_000).toFixed(1)} s after signing out: ${afterwards}`,
				holds: own === 200 && passedOn === 403 && afterwards === 403 && ms <= longestMs,
			}
		}),
}

/** Waits until the demo shows its film. */
async function playlistOf(server: ParleyServer, viewer: Client): Promise<string> {
	for (const until = Date.now() + 30_000; Date.now() < until; ) {
		const response = await fetch(`${server.url}/live/getLiveStream?meetingId=${meetingIds.inProgress}`, {
			headers: { cookie: viewer.cookieHeader, authorization: `Bearer ${viewer.accessToken}` },
		})
		const { liveData } = (await response.json()) as {
			liveData?: { liveStatus: number; token: string; defaultSuffix: string; pullUrl: { hlsPullUrl: string }[] }
		}
		const [line] = liveData?.pullUrl ?? []
		if (liveData?.liveStatus === 1 && line)
			return `${server.url}${line.hlsPullUrl}${liveData.defaultSuffix}?token=${liveData.token}`
		await new Promise(resolve => setTimeout(resolve, 500))
	}
	throw new Error('the live of the demo shows no picture')
}
