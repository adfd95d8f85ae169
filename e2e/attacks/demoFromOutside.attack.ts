import { type Attack, Client, login, withServer } from './attack.ts'

const outside = [{ 'x-forwarded-for': '203.0.113.9' }, { forwarded: 'for=203.0.113.9' }]

export const attack: Attack = {
	tried: 'a demo account, through a proxy, without PARLEY_DEMO=1',
	run: () =>
		withServer({ PARLEY_DEMO: '' }, async server => {
			const codes: number[] = []
			for (const headers of outside) {
				const client = await new Client(server.url, () => headers as Record<string, string>).visit()
				codes.push((await login(client, 'hanmei')).code)
			}
			return { result: `signing in: ${codes.join(', ')}`, holds: codes.every(code => code !== 200) }
		}),
}
