import { encryptPassword } from '../../contracts/api/src/index.ts'
import { type Attack, Client, demoPassword, withServer } from './attack.ts'

const outside = [{ 'x-forwarded-for': '203.0.113.9' }, { forwarded: 'for=203.0.113.9' }]

export const attack: Attack = {
	tried: 'a person of the demo, through a proxy, where nobody wrote PARLEY_DEMO=1',
	run: () =>
		withServer({ PARLEY_DEMO: '' }, async server => {
			const codes: number[] = []
			for (const headers of outside) {
				const client = await new Client(server.url, () => headers as Record<string, string>).visit()
				const password = encryptPassword(demoPassword, new Uint8Array(16).fill(7))
				codes.push((await client.post('/auth/login?unauth&noErrorTip', { name: 'hanmei', password })).code)
			}
			return { result: `signing in: ${codes.join(', ')}`, holds: codes.every(code => code !== 200) }
		}),
}
