import type { ChildProcess } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium, type Page } from '@playwright/test'
import { type Line, type LineShape, lineShapes, openLine } from '../bench/line/line.ts'
import { browserEnvironment, quiet, startParley, stopProcesses } from '../bench/line/processes.ts'
import { readUntil } from '../bench/line/readUntil.ts'
import { chromiumArguments } from './fixtures/chromiumArguments.ts'
import { expect, setSwitch, test } from './fixtures/index.ts'
import { countRoomSockets, waitUntilSeesAndHears } from './fixtures/media.ts'
import { joinById, openPhone, type Person, scheduleMeeting, signIn } from './fixtures/people.ts'

/**
 * Journeys over a real line between two network namespaces: a phone at one end, the server and everybody else at the
 * other. They are skipped where a machine has none.
 */
interface SlowLine {
	line: Line
	url: string
	/** Browser at the phone's end. */
	phone: Browser
	/** Browser beside the server. */
	near: Browser
}

const kbit = (down: number): LineShape => ({
	delayMs: { up: 20, down: 20 },
	kbitPerS: { up: 0, down },
	lossPercent: { up: 0, down: 0 },
	queueMs: 500,
})
const within = { timeout: 50_000 }

async function withSlowLine(
	journey: (slow: SlowLine, running: ChildProcess[]) => Promise<void>,
	settings: Record<string, string> = {},
) {
	const line = await openLine()
	test.skip('missing' in line, 'this machine has no network namespaces')
	if ('missing' in line) return
	const folder = await mkdtemp(join(tmpdir(), 'parley-line-'))
	const running: ChildProcess[] = []
	const ends: (() => unknown)[] = []
	try {
		line.set(lineShapes.lan)
		ends.push(() => stopProcesses(running))
		const url = await startParley(line, running, { dataFolder: folder, settings })
		const open = async (end: 'server' | 'phone') => {
			const executablePath = join(folder, `chromium-${end}`)
			await writeFile(executablePath, `#!/bin/sh\nexec ${line.commandAt(end).join(' ')} "$PARLEY_BROWSER" "$@"\n`)
			await chmod(executablePath, 0o755)
			const browser = await chromium.launch({
				executablePath,
				args: [...chromiumArguments, '--ignore-certificate-errors'],
			})
			ends.push(() => browser.close())
			return browser
		}
		const [phone, near] = await Promise.all([open('phone'), open('server')])
		await journey({ line, url, phone, near }, running)
	} finally {
		for (const end of ends.reverse()) await end()
		await line.close()
		await rm(folder, { recursive: true, force: true })
	}
}

/** Nobody signed the server's certificate. Phones have several pixels to a point, so that their tiles need the higher layer. */
const options = { ignoreHTTPSErrors: true, deviceScaleFactor: 2 }

const tileOf = ({ page }: Person, name: string) => page.getByRole('listitem').filter({ hasText: name })
const widthOf = (person: Person, name: string) =>
	tileOf(person, name)
		.locator('video')
		.evaluate(video => (video as HTMLVideoElement).videoWidth)

/** Frames of the pictures of others that this page decoded in two seconds. */
async function framesIn(page: Page): Promise<number> {
	const count = () =>
		page.evaluate(async () => {
			let frames = 0
			const { parleyConnections = [] } = globalThis as { parleyConnections?: RTCPeerConnection[] }
			for (const connection of parleyConnections)
				for (const entry of (await connection.getStats()).values())
					if (entry.type === 'inbound-rtp' && entry.kind === 'video') frames += entry.framesDecoded ?? 0
			return frames
		})
	const before = await count()
	await page.waitForTimeout(2_000)
	return (await count()) - before
}

test('[ROOM-83] [ROOM-84] [ROOM-87] of three, one falls below 300 and to 100 kbit/s and comes back; the others lose nothing', async () => {
	test.setTimeout(240_000)
	await withSlowLine(async ({ line, url, phone, near }) => {
		const host = await openPhone(near, url, { options })
		// With the form: the test itself is at neither end of the line.
		await signIn(host, 'hanmei')
		const id = await scheduleMeeting(host, { topic: 'A weak line' })
		await joinById(host, id)
		const other = await openPhone(near, url, { options })
		const weak = await openPhone(phone, url, { options })
		for (const [person, name] of [
			[other, 'Ann'],
			[weak, 'Bo'],
		] as const) {
			await person.page.goto(`/MeetingList/JoinMeeting/${id}/false`)
			await person.page.getByLabel(person.t('joining_name'), { exact: true }).fill(name)
			// Two pictures do not fit 300 kbit/s.
			if (person === weak) await setSwitch(person.page.getByRole('switch', { name: person.t('joining_camera') }), true)
			await person.page.getByRole('button', { name: person.t('joining_submit'), exact: true }).click()
		}
		// Whether the higher layer comes depends on the processor, too, which the browsers of all three share.
		await expect.poll(() => framesIn(weak.page), within).toBeGreaterThan(0)

		// On a busy processor the host's browser encodes fewer frames, so that the higher layer can fit 300 kbit/s.
		let rate = 320
		const narrow = async () => {
			rate = Math.max(160, rate - 20)
			line.set(kbit(rate))
			return await widthOf(weak, '韩梅').catch(() => 0)
		}
		await expect.poll(narrow, { ...within, intervals: [5_000] }).toBeLessThanOrEqual(320)
		await expect.poll(() => framesIn(weak.page), within).toBeGreaterThan(0)

		line.set(kbit(100))
		await expect(weak.page.getByText(weak.t('room_line_poor'))).toBeVisible(within)
		await expect(tileOf(weak, '韩梅').getByText(weak.t('room_picture_paused'))).toBeVisible(within)
		await expect(tileOf(other, 'Bo').getByRole('img', { name: other.t('room_quality_poor') })).toBeVisible(within)
		await expect.poll(() => framesIn(other.page), within).toBeGreaterThan(0)
		await expect(other.page.getByText(other.t('room_line_poor'))).toHaveCount(0, within)

		line.set(kbit(2_000))
		await expect(weak.page.getByText(weak.t('room_line_poor'))).toHaveCount(0, within)
		await expect.poll(() => framesIn(weak.page), within).toBeGreaterThan(0)

		await weak.page.getByRole('button', { name: weak.t('room_more'), exact: true }).click()
		await weak.page
			.getByRole('dialog', { name: weak.t('room_more') })
			.getByRole('button', { name: weak.t('room_network') })
			.click()
		await weak.page.getByRole('switch', { name: weak.t('room_sound_only') }).check()
		await weak.page.keyboard.press('Escape')
		await expect(tileOf(weak, '韩梅').getByText(weak.t('room_sound_only_mark'))).toBeVisible()
		await expect.poll(() => framesIn(weak.page), within).toBe(0)
	})
})

test('[ROOM-81] [ROOM-82] a guest joins on a line with 562 ms and 1.47 Mbit/s, and sees the host', async () => {
	test.setTimeout(180_000)
	await withSlowLine(async ({ line, url, phone, near }) => {
		const host = await openPhone(near, url, { options })
		// With the form: the test itself is at neither end of the line.
		await signIn(host, 'hanmei')
		const id = await scheduleMeeting(host, { topic: 'A slow line' })
		await joinById(host, id)
		line.set(lineShapes.slow4g)
		const guest = await openPhone(phone, url, { options })
		await guest.page.goto(`/MeetingList/JoinMeeting/${id}/false`, { timeout: 60_000 })
		await guest.page.getByLabel(guest.t('joining_name'), { exact: true }).fill('Ann', within)
		await guest.page.getByRole('button', { name: guest.t('joining_submit'), exact: true }).click()
		await expect.poll(() => widthOf(guest, '韩梅').catch(() => 0), within).toBeGreaterThan(0)
		await expect.poll(() => framesIn(guest.page), within).toBeGreaterThan(0)
	})
})

test('[ROOM-94] a phone whose address changes during a call hears the others again, without waiting for a timeout', async () => {
	test.setTimeout(180_000)
	await withSlowLine(async ({ line, url, phone, near }) => {
		const host = await openPhone(near, url, { options })
		// With the form: the test itself is at neither end of the line.
		await signIn(host, 'hanmei')
		const id = await scheduleMeeting(host, { topic: 'Out of the house' })
		await joinById(host, id)
		line.set(lineShapes.near)
		const guest = await openPhone(phone, url, { options })
		await guest.page.goto(`/MeetingList/JoinMeeting/${id}/false`, { timeout: 60_000 })
		await guest.page.getByLabel(guest.t('joining_name'), { exact: true }).fill('Ann', within)
		await guest.page.getByRole('button', { name: guest.t('joining_submit'), exact: true }).click()
		await waitUntilSeesAndHears(guest.page, 1)
		for (let change = 0; change < 2; change++) {
			// Packets have to arrive for a second before their absence means anything.
			await guest.page.waitForTimeout(3_000)
			const sockets = await countRoomSockets(guest.page)
			await line.changePhoneAddress()
			// By itself a socket takes fourteen seconds to notice.
			await expect.poll(() => countRoomSockets(guest.page), { timeout: 9_000 }).toBeGreaterThan(sockets)
			await waitUntilSeesAndHears(guest.page, 1)
		}
		await expect(host.page.getByText('Ann').first()).toBeVisible()
	})
})

const broadcaster = fileURLToPath(new URL('../bench/live/overLine.ts', import.meta.url))
const ffmpeg = process.env.PARLEY_TEST_FFMPEG

test('[LIVE-50] [LIVE-51] a guest on a line with 562 ms and 1.47 Mbit/s watches a live, in a definition that the line carries', async () => {
	test.setTimeout(180_000)
	test.skip(!ffmpeg, 'ffmpeg is not installed')
	const rtmpPort = 1935
	await withSlowLine(
		async ({ line, url, phone }, running) => {
			const args = [quiet, broadcaster, 'host', url, String(rtmpPort)]
			const host = line.spawnAtServer(process.execPath, args, {
				env: browserEnvironment({ PARLEY_TEST_FFMPEG: ffmpeg ?? '' }),
				stdio: ['ignore', 'pipe', 'inherit'],
			})
			running.push(host)
			const [meetingId] = (await readUntil(host, /^\d{9} /)).split(' ')
			line.set(lineShapes.slow4g)
			const { page } = await openPhone(phone, url, { options })
			await page.goto(`/liveBroadcast?roomId=${meetingId}`, { waitUntil: 'commit', timeout: 60_000 })
			const video = page.locator('video')
			const position = () => video.evaluate(element => (element as HTMLVideoElement).currentTime).catch(() => 0)
			await expect.poll(position, within).toBeGreaterThan(0)
			const first = await position()
			await expect.poll(position, within).toBeGreaterThan(first + 10)
			// The film has 720 lines and 2.5 Mbit/s.
			expect(await video.evaluate(element => (element as HTMLVideoElement).videoHeight)).toBeLessThan(720)
		},
		{ HOST: '0.0.0.0', PARLEY_RTMP_PORT: String(rtmpPort) },
	)
})
