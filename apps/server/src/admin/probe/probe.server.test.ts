import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { signInByApi } from '../../../../../e2e/fixtures/apiMember.ts'
import { freePort } from '../../platform/testing/freePort.ts'
import { type ServerProcess, startServerProcess, stopServerProcess } from '../../platform/testing/serverProcess.ts'
import { runAdmin } from '../program.ts'
import { probeInProcess } from './probeInProcess.ts'

const password = '482916'
/** A busy machine is slow without being wrong. */
const patient = '--timeout=40'
let folder: string
let server: ServerProcess
let url: string
let meeting: string

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'parley-probe-'))
	;({ server, url } = await start({}))
	meeting = await createMeeting()
})
afterAll(async () => {
	await stopServerProcess(server, 'SIGKILL')
	rmSync(folder, { recursive: true, force: true })
})

async function start(settings: Record<string, string>) {
	const started = await startServerProcess({ PARLEY_DATA: folder, PARLEY_DEMO: '1', PARLEY_LOG: 'warn', ...settings })
	await vi.waitFor(async () => expect((await fetch(started.url('/readyz/media'))).status).toBe(200), 30_000)
	return { server: started, url: `http://localhost:${started.port}` }
}

/** A meeting that anybody may open at any time. */
async function createMeeting(): Promise<string> {
	const member = await signInByApi({ url } as Parameters<typeof signInByApi>[0], 'hanmei')
	const created = await member.call('POST /meeting/meetings', {
		...{ meeting_topic: 'Probe', is_room: 1, repeat_type: 0, duration: 3_600, time_zone: 8, meeting_pwd: password },
		...{ host_pwd: 'host-1234', meeting_start_rule: 0, start_time: '2030-03-10 15:00:00' },
	})
	return String(created.meeting_id)
}

async function parley(args: string[], environment: Record<string, string> = { PARLEY_PROBE_PASSWORD: password }) {
	const lines: string[] = []
	let interrupt = () => {}
	const print = (line: string) => void lines.push(line)
	const code = runAdmin(['probe', ...args], {
		environment,
		root: '',
		print,
		printError: print,
		readInput: async () => '',
		onInterrupt(listener) {
			interrupt = listener
			return () => {}
		},
	})
	return { code, lines, interrupt: () => interrupt() }
}

async function parleyOnce(args: string[], environment?: Record<string, string>) {
	const { code, lines } = await parley(args, environment)
	return { code: await code, text: lines.join('\n') }
}

test('[OPS-01] a guest gets up to a media connection, leaves, and the exit code is 0', async () => {
	const { code, text } = await parleyOnce([url, `--meeting=${meeting}`, patient])
	expect(text.replace(/\d+\.\d\d s/g, '# s')).toBe(
		['page ', 'join ', 'room ', 'media'].map(step => `ok       ${step}  # s`).join('\n'),
	)
	expect(code).toBe(0)
})

test('[OPS-01] without a meeting only the page is asked for', async () => {
	const { code, text } = await parleyOnce([url])
	expect(code).toBe(0)
	expect(text).toMatch(
		/^ok {7}page {3}\d+\.\d\d s\nOnly the page was asked for: with --meeting, a guest joins a meeting\.$/,
	)
})

test('[OPS-02] the step that fails is named, with nothing secret, and the exit code is 1', async () => {
	const wrong = await parleyOnce([url, `--meeting=${meeting}`], { PARLEY_PROBE_PASSWORD: '273645' })
	expect(wrong).toMatchObject({ code: 1 })
	expect(wrong.text).toMatch(/PROBLEM {2}join {3}joining was refused: wrong password \(803\)/)
	expect(wrong.text).not.toMatch(/273645|ticket/)
	const nobody = await parleyOnce([`http://localhost:${await freePort()}`])
	expect(nobody).toMatchObject({ code: 1 })
	const silent = createServer().listen(0, '127.0.0.1')
	onTestFinished(() => void silent.close())
	await once(silent, 'listening')
	const late = await parleyOnce([`http://127.0.0.1:${(silent.address() as AddressInfo).port}`, '--timeout=1'])
	expect(late.text).toMatch(/PROBLEM {2}page {3}no answer (within 1 s|in time)/)
	expect(nobody.text).toMatch(/PROBLEM {2}page {3}nothing listens at this address \(ECONNREFUSED\)/)
})

test('[OPS-02] media that cannot be reached are a failure of their own', async () => {
	await stopServerProcess(server)
	// An address that leads nowhere, in a server with the same data.
	const unreachable = await start({ MEDIA_ANNOUNCED_IP: '192.0.2.1' })
	const { code, text } = await parleyOnce([unreachable.url, `--meeting=${meeting}`, '--timeout=4'])
	await stopServerProcess(unreachable.server)
	;({ server, url } = await start({}))
	expect(text).toMatch(/ok {7}room/)
	expect(text).toMatch(/PROBLEM {2}media {2}no answer within 4 s/)
	expect(code).toBe(1)
})

test('[OPS-02] a process of the probe that ends early is a failure, too', async () => {
	const target = { url, meetingId: meeting, password, name: 'Probe', withinMs: 1 }
	const crash = join(folder, 'crash.mjs')
	writeFileSync(crash, 'process.abort()')
	expect(await probeInProcess(target, pathToFileURL(crash))).toEqual([
		{ step: 'media', ms: expect.any(Number), failure: 'the process of the probe ended early' },
	])
})

test('[OPS-03] with a port it probes until it is stopped, and serves the results to Prometheus', async () => {
	const port = await freePort()
	const { code, lines, interrupt } = await parley([
		url,
		`--meeting=${meeting}`,
		`--listen=${port}`,
		'--every=1',
		patient,
	])
	const scrape = async () => await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
	await vi.waitFor(async () => expect(await scrape()).toMatch(/parley_probe_runs_total [2-9]/), 50_000)
	const text = await scrape()
	expect(text).toContain('parley_probe_up 1')
	const table = readFileSync(new URL('../../../../../docs/metrics.md', import.meta.url), 'utf8').split('\n## Probe')[1]
	const served = [...text.matchAll(/^# HELP (parley_probe_\w+)/gm)].map(([, name]) => name)
	expect(served.toSorted()).toEqual([...(table ?? '').matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name).toSorted())
	for (const step of ['page', 'join', 'room', 'media'])
		expect(text).toMatch(new RegExp(`step_seconds\\{step="${step}"\\} [\\d.]+`))
	await stopServerProcess(server)
	await vi.waitFor(
		async () => expect(await scrape()).toMatch(/parley_probe_failures_total\{step="page"\} [1-9]/),
		20_000,
	)
	expect(await scrape()).toContain('parley_probe_up 0')
	interrupt()
	expect(await code).toBe(0)
	expect(lines.join('\n')).not.toContain(password)
})
