import { request } from 'node:http'
import { json } from 'node:stream/consumers'
import { type Attack, Client, signIn, withServer } from './attack.ts'

const invented = '6666'

export const attack: Attack = {
	tried: 'the list of meetings, requested with a foreign port in the host name',
	run: () =>
		withServer({}, async server => {
			const { hostname, port } = new URL(server.url)
			const { accessToken = '' } = await signIn(await new Client(server.url).visit(), 'hanmei')
			const list = JSON.stringify(await get(server.url, `${hostname}:${invented}`, accessToken))
			const links = list.match(/https?:\/\/[^"/]+/g) ?? []
			const forged = links.filter(link => link.endsWith(`:${invented}`))
			return {
				result: `${links.length} links, ${forged.length} with that port; all begin with ${[...new Set(links)].map(link => link.replace(port, '<port>')).join(', ')}`,
				holds: links.length > 0 && forged.length === 0,
			}
		}),
}

/** `fetch` does not allow a custom host name. */
function get(url: string, host: string, token: string): Promise<unknown> {
	return new Promise((resolve, reject) => {
		const headers = { host, accept: 'application/json', authorization: `Bearer ${token}` }
		request(`${url}/meeting/users/meetings?page=1&pageSize=50`, { headers }, response => {
			json(response).then(resolve, reject)
		})
			.once('error', reject)
			.end()
	})
}
