import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encryptPassword } from '@parley/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPassword } from './demo/index.ts'
import { type ServerProcess, startServerProcess, stopServerProcess } from './platform/testing/serverProcess.ts'

const token = 'a-token-of-16-letters'
let folder: string
let server: ServerProcess

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'parley-metrics-'))
	server = await startServerProcess({ PARLEY_DATA: folder, PARLEY_LOG: 'warn', PARLEY_METRICS_TOKEN: token })
})
afterAll(async () => {
	await stopServerProcess(server, 'SIGKILL')
	rmSync(folder, { recursive: true, force: true })
})

const scrape = async () =>
	await (await fetch(server.url('/metrics'), { headers: { authorization: `Bearer ${token}` } })).text()

/** The table of the server; the probe has one of its own. */
const documented = (): { name: string; labels: string[] }[] =>
	[
		...(
			readFileSync(new URL('../../../docs/metrics.md', import.meta.url), 'utf8').split('\n## Probe')[0] ?? ''
		).matchAll(/^\| `(\w+)` \| (.*?) ?\|/gm),
	].map(([, name = '', labels = '']) => ({
		name,
		labels: [...labels.matchAll(/`(\w+)`/g)].map(([, label = '']) => label),
	}))

async function signIn(password: string) {
	const page = await fetch(server.url('/'), { headers: { accept: 'text/html' } })
	const csrfToken = /name="csrf-token" content="([^"]+)"/.exec(await page.text())?.[1] ?? ''
	const cookie = page.headers.get('set-cookie')?.split(';')[0] ?? ''
	await fetch(server.url('/auth/login?unauth'), {
		method: 'POST',
		headers: { cookie, 'content-type': 'application/json' },
		body: JSON.stringify({ name: 'lilei', password: encryptPassword(password, new Uint8Array(16)), _token: csrfToken }),
	})
}

test('every metric of the table is served, and every one that is served is in the table', async () => {
	const served = [...(await scrape()).matchAll(/^# HELP (\w+) /gm)].map(([, name]) => name)
	const ours = served.filter(name => !/^(process|nodejs)_/.test(name ?? ''))
	expect(ours.toSorted()).toEqual(
		documented()
			.map(({ name }) => name)
			.toSorted(),
	)
})

test('sign-ins and refusals, jobs and the media engine are measured, with the labels of the table', async () => {
	await signIn(demoPassword)
	await signIn('another one 42')
	const call = 'POST /auth/login'
	await expect.poll(scrape, { timeout: 15_000, interval: 200 }).toContain('parley_media_up 1')
	await expect.poll(scrape, { timeout: 15_000, interval: 200 }).toMatch(/parley_job_runs_total\{job="alarms"\} [1-9]/)
	const text = await scrape()
	expect(text).toContain(`parley_sign_ins_total{call="${call}"} 1`)
	expect(text).toContain(`parley_call_refusals_total{call="${call}",refusal="invalidCredentials"} 1`)
	expect(text).toContain('parley_job_failures_total{job="alarms"} 0')
	expect(text).toContain('parley_media_packets_lost_total{direction="out"} 0')
	expect(text).toContain('parley_rooms 0')
	const labelsOf = new Map(documented().map(({ name, labels }) => [name, labels]))
	for (const [, name = '', labels = ''] of text.matchAll(/^(parley_\w+?)(?:_bucket|_sum|_count)?\{(.*?)\} /gm)) {
		const names = [...labels.matchAll(/(\w+)="/g)].map(([, label = '']) => label).filter(label => label !== 'le')
		expect({ name, names: names.toSorted() }).toEqual({ name, names: (labelsOf.get(name) ?? []).toSorted() })
	}
})
