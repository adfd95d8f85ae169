import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { demoSites } from './demo/index.ts'
import { type DemoMember, signInAs } from './demo/testing/demoMember.ts'
import { freePort } from './platform/testing/freePort.ts'
import { type ServerProcess, startServerProcess, stopServerProcess } from './platform/testing/serverProcess.ts'

const creates = 1_000
const inFlight = 8
const killAfter = 400

let folder: string
let port: number
let server: ServerProcess

beforeEach(async () => {
	folder = mkdtempSync(join(tmpdir(), 'parley-kill-'))
	port = await freePort()
	server = await start()
})
afterEach(async () => {
	await stopServerProcess(server, 'SIGKILL')
	rmSync(folder, { recursive: true, force: true })
})

const start = () =>
	startServerProcess({ PORT: String(port), PARLEY_DATA: folder, PARLEY_LOG: 'warn', PARLEY_DEMO: '1' })
const url = (path: string) => server.url(path)
const signIn = (name: string) => signInAs(server, name)

/** Each member may schedule 60 a minute. */
const createsEach = 40
const schedulers = (demoSites[0]?.companies[0]?.people ?? [])
	.filter(({ userType }) => userType === 1)
	.slice(0, creates / createsEach)
	.map(({ name }) => name)

test('[CREATE-25] a server killed in the middle of a thousand creates has lost none it acknowledged', async () => {
	const members = await Promise.all(schedulers.map(signIn))
	const acknowledged: string[] = []
	let next = 0
	let failures = 0

	async function createUntilDead() {
		while (next < creates && failures < inFlight) {
			const number = next++
			const { headers, csrfToken } = members[Math.floor(number / createsEach)] as DemoMember
			const body = {
				meeting_topic: `number ${number}`,
				start_time: '2090-01-01 10:00:00',
				duration: 3_600,
				host_pwd: 'host-1234',
				_token: csrfToken,
			}
			const answer = await fetch(url('/meeting/meetings'), {
				method: 'POST',
				headers,
				body: JSON.stringify(body),
			})
				.then(reply => reply.json() as Promise<{ code: number; data: { meeting_id: string } }>)
				.catch(() => undefined)
			if (answer === undefined) failures++
			else {
				expect(answer.code).toBe(201)
				acknowledged.push(answer.data.meeting_id)
			}
			// The others are still waiting for their answers.
			if (acknowledged.length === killAfter) server.child.kill('SIGKILL')
		}
	}
	await Promise.all(Array.from({ length: inFlight }, createUntilDead))
	expect(failures).toBeGreaterThan(0)
	expect(acknowledged.length).toBeGreaterThanOrEqual(killAfter)
	expect(acknowledged.length).toBeLessThan(creates)

	server = await start()
	const again = await signIn(schedulers[0] ?? '')
	const there = new Set<string>()
	for (let page = 1; ; page++) {
		const query = `t=2090-01-01&pageSize=50&page=${page}`
		const answer = await fetch(url(`/meeting/users/meetings?${query}`), { headers: again.headers })
		const { data } = (await answer.json()) as {
			data: { meetings: { data: { meeting_id: string }[]; has_more: number } }
		}
		for (const { meeting_id } of data.meetings.data) there.add(meeting_id)
		if (data.meetings.has_more === 0) break
	}
	expect(acknowledged.filter(id => !there.has(id))).toEqual([])
	// Signed in before the kill is signed in after it.
	expect((await fetch(url('/auth/me'), { headers: members[0]?.headers ?? {} })).status).toBe(200)
})
