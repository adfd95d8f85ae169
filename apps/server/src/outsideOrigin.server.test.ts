import { env } from 'node:process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callAs, type DemoMember, scheduleAs, signInAs } from './demo/testing/demoMember.ts'
import { findSharedPrograms, type SharedServices, startSharedServices } from './platform/testing/nodes.ts'
import { runStatement } from './platform/testing/postgres.ts'
import { type ServerProcess, startServerProcess, stopServerProcess } from './platform/testing/serverProcess.ts'

const programs = findSharedPrograms(env)
if (!programs)
	console.warn('!!! an external origin of several servers: NOT TESTED, a program they share is missing !!!')

const hookSecret = 'a-secret-of-hooks-1'
const origin = {
	PARLEY_LIVE_ORIGIN_RTMP: 'rtmp://ingest.example.org/live',
	PARLEY_LIVE_ORIGIN_HLS: 'https://live.example.org/hls/{stream}.m3u8',
	PARLEY_LIVE_ORIGIN_SECRET: hookSecret,
}

describe.skipIf(!programs)('several servers with an external origin', () => {
	let shared: SharedServices
	let settings: Record<string, string>[]
	let nodes: ServerProcess[] = []
	const startAll = async () => {
		nodes = await Promise.all(settings.map(own => startServerProcess(own)))
	}
	const killAll = async () => {
		for (const node of nodes.splice(0)) await stopServerProcess(node, 'SIGKILL')
	}
	beforeAll(async () => {
		if (!programs) return
		shared = await startSharedServices(programs)
		settings = [
			{ ...(await shared.nodeSettings()), ...origin },
			{ ...(await shared.nodeSettings()), ...origin },
		]
		await startAll()
	}, 120_000)
	afterAll(async () => {
		await killAll()
		await shared?.dispose()
	})

	const nodeAt = (index: number) => nodes[index] as ServerProcess
	async function hook(server: ServerProcess, name: string, fields: Record<string, string>): Promise<number> {
		const url = server.url(`/live/hooks/${hookSecret}/${name}`)
		return (await fetch(url, { method: 'POST', body: new URLSearchParams(fields) })).status
	}
	async function healthAt(server: ServerProcess, { headers, csrfToken }: DemoMember, meetingId: string) {
		const query = new URLSearchParams({ meetingId, _token: csrfToken })
		const answer = await fetch(server.url(`/live/desk/state?${query}`), { headers })
		return ((await answer.json()) as { data?: { status: string; health?: object } }).data
	}

	test('[NODE-41] hooks and the desk are answered by every server, none of which has the streams, and after all were killed', async () => {
		const host = await signInAs(nodeAt(0), 'hanmei')
		const meetingId = await scheduleAs(nodeAt(0), host, { live: 1, live_login: 0 })
		const desk = (server: ServerProcess, name: string) => callAs(server, host, `/live/desk/${name}`, { meetingId })
		const { data } = await desk(nodeAt(1), 'rotateKey')
		const [name = '', key = ''] = String(data?.streamKey).split('?key=')
		const publisher = { name, key, addr: '192.0.2.1', clientid: '1' }
		expect(await hook(nodeAt(0), 'publish', { ...publisher, key: 'wrong' })).toBe(403)
		expect(await hook(nodeAt(0), 'publish', publisher)).toBe(204)
		expect(await desk(nodeAt(1), 'start')).toMatchObject({ code: 200 })
		const publishing = { status: 'onAir', health: { phase: 'publishing' } }
		for (const node of nodes) expect(await healthAt(node, host, meetingId)).toMatchObject(publishing)
		expect(await hook(nodeAt(1), 'update', publisher)).toBe(204)
		expect(await runStatement(shared.database.url, 'select node from live_nodes')).toEqual([])

		await killAll()
		await startAll()
		for (const node of nodes) expect(await healthAt(node, host, meetingId)).toMatchObject(publishing)
		expect(await hook(nodeAt(1), 'update', publisher)).toBe(204)
		expect(await desk(nodeAt(0), 'end')).toMatchObject({ code: 200 })
		expect(await healthAt(nodeAt(1), host, meetingId)).toMatchObject({ status: 'over' })
		expect(await hook(nodeAt(1), 'update', publisher)).toBe(403)
	}, 120_000)
})
