import { imPaths } from '@parley/im'
import { afterEach, expect, test, vi } from 'vitest'
import type * as parts from '../api/parts.ts'

afterEach(() => {
	vi.doUnmock('../api/parts.ts')
	vi.resetModules()
})

test('[IMC-20] a flow log whose part failed to load starts with the next event', async () => {
	let failures = 1
	vi.resetModules()
	vi.doMock('../api/parts.ts', async importOriginal => {
		const original = await importOriginal<typeof parts>()
		const loadPart: typeof original.loadPart = (env, name) =>
			name === 'telemetry' && failures-- > 0 ? Promise.reject(new Error('offline')) : original.loadPart(env, name)
		return { ...original, loadPart }
	})
	const { me, setUp } = await import('../testing/setUp.ts')
	const { time, peer, page, im } = setUp()
	peer.mode = 'refuse'
	im.login(me).catch(() => {})
	await time.advance(60_000)
	const flows = page.requests.filter(({ url }) => url === imPaths.flow)
	expect([im.state, failures < 0]).toEqual(['gaveUp', true])
	expect(flows.length).toBeGreaterThan(0)
	expect(JSON.parse(flows[0]?.body ?? '{}').flows[0]).toMatchObject({ type: 'connectError' })
})
