import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Locator } from '@playwright/test'
import { expectNoViolations } from './fixtures/accessible.ts'
import {
	confirmRecord,
	expect,
	joinById,
	openMember,
	openSimulatedPhone,
	type ParleyServer,
	type Person,
	pressRecord,
	scheduleMeeting,
	startMeetingOfTwo,
	turnOnDevices,
	waitUntilSeesAndHears,
	test as withServer,
} from './fixtures/index.ts'
import { startServer } from './fixtures/server.ts'

const program = process.env.PARLEY_TEST_FFMPEG ?? ''
const run = promisify(execFile)

const test = withServer.extend<object, { recorder: ParleyServer }>({
	/** Server that can record meetings. */
	recorder: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the needed fixtures from this pattern
		async ({}, use) => {
			const server = await startServer({ PARLEY_FFMPEG: program })
			await use(server)
			await server.dispose()
		},
		{ scope: 'worker', timeout: 90_000 },
	],
})

const badge = ({ page, t }: Person) => page.getByText(t('recording_badge_label'), { exact: true }).first()

/** Records what the page says aloud, with a voice that every browser then has. */
const recordVoice = ({ page }: Person) =>
	page.evaluate(() => {
		const said: string[] = []
		Object.defineProperty(window, 'said', { value: said })
		Object.defineProperty(speechSynthesis, 'getVoices', { value: () => [{}] })
		Object.defineProperty(speechSynthesis, 'speak', { value: ({ text }: { text: string }) => said.push(text) })
	})
const said = ({ page }: Person) => page.evaluate(() => (window as unknown as { said: string[] }).said)

async function startRecording(host: Person) {
	await pressRecord(host, 'recording_start')
	await confirmRecord(host, 'recording_confirm_start')
	await expect(badge(host)).toBeAttached({ timeout: 20_000 })
}

interface Watched {
	width: number
	frames: number
	soundBytes: number
}
const watched = ({ page }: Person): Promise<Watched> =>
	page.locator('video').evaluate((video: HTMLVideoElement & { webkitAudioDecodedByteCount?: number }) => ({
		width: video.videoWidth,
		frames: video.getVideoPlaybackQuality().totalVideoFrames,
		soundBytes: video.webkitAudioDecodedByteCount ?? 0,
	}))

/** The files of the only recording, which may still grow; of several servers, the one with the room has them. */
async function recordedFiles({ dataFolders }: ParleyServer) {
	const folders = dataFolders.map(dataFolder => join(dataFolder, 'recordings'))
	const files = await Promise.all(
		folders.map(async folder => (await readdir(folder, { recursive: true })).map(name => join(folder, name))),
	)
	const media = files.flat().find(name => name.endsWith('media'))
	return media === undefined ? undefined : { media, init: join(media, '../init.mp4') }
}

/** Size of what has been recorded on a server so far. */
async function recordedBytes(server: ParleyServer): Promise<number> {
	const files = await recordedFiles(server)
	return files ? (await stat(files.media)).size : 0
}

/** Copies what has been recorded on a server so far into a file that can be played. */
async function copyRecorded(server: ParleyServer, path: string): Promise<void> {
	const files = await recordedFiles(server)
	if (!files) throw new Error('nothing is recorded')
	await writeFile(path, Buffer.concat([await readFile(files.init), await readFile(files.media)]))
}

/** Returns the loudest sound of a file in dB. */
async function loudnessOf(path: string): Promise<number> {
	const { stderr } = await run(program, ['-hide_banner', '-i', path, '-af', 'volumedetect', '-f', 'null', '-'])
	return Number(/max_volume: (-?[\d.]+) dB/.exec(stderr)?.[1])
}

interface Picture {
	atS: number
	red: number
	green: number
	blue: number
}

/** Returns the pictures of a file with the colour of their centre. */
async function picturesOf(path: string): Promise<Picture[]> {
	const centre = ['-vf', 'crop=40:40:620:340,scale=1:1,showinfo', '-fps_mode', 'passthrough']
	const args = ['-hide_banner', '-i', path, '-an', ...centre, '-pix_fmt', 'rgb24', '-f', 'rawvideo', '-']
	const { stdout, stderr } = await run(program, args, { maxBuffer: 1e8, encoding: 'buffer' })
	const times = [...stderr.toString().matchAll(/pts_time:([\d.]+)/g)].map(([, value]) => Number(value))
	return times.map((atS, i) => {
		const [red = 0, green = 0, blue = 0] = stdout.subarray(i * 3, i * 3 + 3)
		return { atS, red, green, blue }
	})
}

/** The camera of the browser is green, which neither the screens here are nor the card without a camera is. */
const isCamera = ({ red, green, blue }: Picture) => green > 110 && red < 110 && blue < 60

interface Box {
	x: number
	y: number
	width: number
	height: number
}

const rightOf = ({ x, width }: Box) => x + width
const bottomOf = ({ y, height }: Box) => y + height

async function boxOf(element: Locator): Promise<Box> {
	const box = await element.boundingBox()
	if (!box) throw new Error('it is not on the screen')
	return box
}

test('[ROOM-152] without ffmpeg the host is told that the server cannot record', async ({ browser }) => {
	const server = await startServer({ PARLEY_FFMPEG: 'off' })
	try {
		const { host, member } = await startMeetingOfTwo(browser, server.url, '无法录制')
		await member.page.getByRole('button', { name: member.t('room_more'), exact: true }).click()
		await expect(member.page.getByRole('button', { name: member.t('recording_start'), exact: true })).toHaveCount(0)
		await pressRecord(host, 'recording_start')
		await confirmRecord(host, 'recording_confirm_start')
		await expect(host.page.getByText(host.t('recording_problem_no_ffmpeg')).first()).toBeVisible()
	} finally {
		await server.dispose()
	}
})

test('[ROOM-150] [ROOM-155] [ROOM-156] [ROOM-158] [ROOM-160] [ROOM-161] a meeting is recorded, which both see and hear, and played with picture, sound and chat, downloaded and deleted', async ({
	browser,
	recorder,
}, testInfo) => {
	test.skip(!program, 'no ffmpeg')
	test.setTimeout(240_000)
	const { host, member, id } = await startMeetingOfTwo(browser, recorder.url, '录制会议')
	for (const person of [host, member]) await recordVoice(person)
	await startRecording(host)
	await expect(badge(member)).toBeAttached()
	await expect(
		member.page.getByRole('status').filter({ hasText: member.t('recording_notice_started', { name: '韩梅' }) }),
	).toBeVisible()
	for (const person of [host, member]) expect(await said(person)).toEqual([person.t('recording_said_started')])
	await expectNoViolations(host.page, 'a room that is recorded')

	// A page that is loaded again knows of it.
	await member.page.reload()
	await expect(badge(member)).toBeAttached()
	await recordVoice(member)
	// Messages that are written before the first picture are not beside the recording.
	await expect.poll(() => recordedBytes(recorder), { timeout: 60_000 }).toBeGreaterThan(0)
	await host.page.keyboard.press('c')
	await host.page.getByRole('textbox', { name: host.t('chat_placeholder') }).fill('录到了吗')
	await host.page.keyboard.press('Enter')
	await expect(host.page.getByRole('list', { name: host.t('chat_messages') }).getByText('录到了吗')).toBeVisible()
	await host.page.keyboard.press('Escape')
	// A busy machine sends and composes few pictures a second.
	const path = join(testInfo.outputDir, 'recording.mp4')
	const pictures = async () => (await picturesOf(path)).filter(isCamera).length
	await mkdir(testInfo.outputDir, { recursive: true })
	await expect(async () => {
		await copyRecorded(recorder, path)
		expect(await pictures()).toBeGreaterThan(20)
	}).toPass({ timeout: 90_000, intervals: [3_000] })
	await pressRecord(host, 'recording_stop')
	await expect(badge(host)).toBeAttached()
	await confirmRecord(host, 'recording_stop')
	await expect(badge(host)).toHaveCount(0)
	await expect(badge(member)).toHaveCount(0)
	for (const person of [host, member]) {
		expect((await said(person)).at(-1)).toBe(person.t('recording_said_stopped'))
		await person.page.getByRole('button', { name: person.t('room_leave'), exact: true }).click()
	}
	await host.page.getByRole('button', { name: host.t('room_leave_only'), exact: true }).click()

	// A member who was there plays it, and cannot delete it; others do not see it.
	await member.page.goto(`/detail/${id}`)
	await expect(member.page.getByText(member.t('recording_list', { count: 1 }))).toBeVisible()
	const play = member.page.getByRole('button', {
		name: new RegExp(`^${member.t('recording_play', { time: '' }).trim()}`),
	})
	await expect(play).toBeVisible({ timeout: 30_000 })
	await expect(member.page.getByRole('button', { name: member.t('recording_delete'), exact: true })).toHaveCount(0)
	await play.click()
	await expect.poll(async () => (await watched(member)).frames, { timeout: 30_000 }).toBeGreaterThan(5)
	await expect.poll(async () => (await watched(member)).soundBytes, { timeout: 10_000 }).toBeGreaterThan(1_000)
	expect((await watched(member)).width).toBe(1280)
	const chat = member.page.getByRole('region', { name: member.t('recording_chat') })
	await expect(chat.getByText('录到了吗')).toBeVisible()
	await chat.getByRole('button').click()
	await expectNoViolations(member.page, 'a recording that is played')
	const picture = member.page.locator('video')
	expect((await boxOf(chat)).y).toBeGreaterThanOrEqual(bottomOf(await boxOf(picture)))
	// It plays on in a wider window, in which the list comes beside it.
	const playedS = await picture.evaluate(
		(video: HTMLVideoElement) => Object.assign(video, { isMarked: true }).currentTime,
	)
	await member.page.setViewportSize({ width: 1280, height: 800 })
	await expect(member.page.getByRole('region', { name: member.t('meeting_list_title'), exact: true })).toBeVisible()
	await expect(chat.getByText('录到了吗')).toBeVisible()
	const played = await picture.evaluate((video: HTMLVideoElement & { isMarked?: boolean }) => ({
		isSame: video.isMarked === true,
		atS: video.currentTime,
		plays: !video.paused || video.ended,
	}))
	expect(played).toMatchObject({ isSame: true, plays: true })
	expect(played.atS).toBeGreaterThanOrEqual(playedS)
	await expect.poll(async () => (await boxOf(chat)).x >= rightOf(await boxOf(picture))).toBe(true)
	await member.page.setViewportSize({ width: 375, height: 812 })
	// Signing out in another tab closes it, and its files are not served any more.
	const playlist = await member.page.evaluate(
		() => performance.getEntriesByType('resource').find(({ name }) => name.endsWith('playlist.m3u8'))?.name ?? '',
	)
	const status = () => member.page.evaluate(async url => (await fetch(url)).status, playlist)
	expect(await status()).toBe(200)
	const tab = await member.context.newPage()
	await tab.goto('/MeetingList/Personal')
	await tab.getByRole('button', { name: member.t('personal_sign_out'), exact: true }).click()
	await tab
		.getByRole('alertdialog')
		.getByRole('button', { name: member.t('personal_sign_out'), exact: true })
		.click()
	await expect(picture).toHaveCount(0)
	expect(await status()).toBe(404)
	const stranger = await openMember(browser, recorder.url, 'manager')
	await stranger.page.goto(`/detail/${id}`)
	await expect(stranger.page.getByRole('article')).toBeVisible()
	await expect(stranger.page.getByText(stranger.t('recording_list', { count: 1 }))).toHaveCount(0)

	await host.page.goto(`/detail/${id}`)
	const [download] = await Promise.all([
		host.page.waitForEvent('download'),
		host.page.getByRole('button', { name: host.t('recording_download'), exact: true }).click(),
	])
	expect(download.suggestedFilename()).toMatch(/^录制会议 \d{4}-\d\d-\d\d\.mp4$/)
	await download.saveAs(path)
	expect(await loudnessOf(path)).toBeGreaterThan(-40)
	expect(await pictures()).toBeGreaterThan(20)

	await host.page.getByRole('button', { name: host.t('recording_delete'), exact: true }).click()
	await host.page
		.getByRole('alertdialog')
		.getByRole('button', { name: host.t('recording_delete'), exact: true })
		.click()
	await expect(host.page.getByText(host.t('recording_list', { count: 1 }))).toHaveCount(0)
})

test('[ROOM-159] the screen of a phone is in the recording for as long as the others see it, moving or still', async ({
	browser,
}, testInfo) => {
	test.skip(!program, 'no ffmpeg')
	test.setTimeout(240_000)
	const server = await startServer({ PARLEY_FFMPEG: program })
	try {
		const host = await openMember(browser, server.url, 'hanmei')
		const id = await scheduleMeeting(host, { topic: '录制手机屏幕' })
		await joinById(host, id)
		const phone = await openSimulatedPhone(browser, server)
		await phone.fire('directJoin', { meetingId: id, displayName: '王芳', password: '' })
		const room = phone.page.frameLocator('iframe[src*="/room/"]')
		const screen = host.page.getByLabel(host.t('room_screen_of', { name: '王芳' }), { exact: true })
		await startRecording(host)

		/** Shares a screen of one colour for some seconds. @returns how long the host saw it, in s */
		async function share(color: string, drawnEveryMs: number): Promise<number> {
			await phone.page.evaluate(
				([fill, everyMs]) => {
					navigator.mediaDevices.getDisplayMedia = async () => {
						const canvas = Object.assign(document.createElement('canvas'), { width: 390, height: 844 })
						const context = canvas.getContext('2d')
						let times = 0
						const draw = () => {
							if (!context) return
							context.fillStyle = fill
							context.fillRect(0, 0, canvas.width, canvas.height)
							context.fillStyle = '#fff'
							context.fillText(`${times++}`, 20, 20)
						}
						draw()
						setInterval(draw, everyMs)
						return canvas.captureStream(10)
					}
				},
				[color, drawnEveryMs] as const,
			)
			await room.getByRole('button', { name: phone.t('room_more'), exact: true }).click()
			await room
				.getByRole('dialog')
				.getByRole('button', { name: phone.t('room_screen_share') })
				.click()
			await phone.page
				.getByRole('dialog', { name: 'Share your screen?' })
				.getByRole('button', { name: 'Start' })
				.click()
			await expect
				.poll(() => screen.evaluate(video => (video as HTMLVideoElement).videoWidth), { timeout: 30_000 })
				.toBeGreaterThan(0)
			const seenAt = Date.now()
			await host.page.waitForTimeout(4_000)
			const seenS = (Date.now() - seenAt) / 1_000
			await phone.page.getByRole('button', { name: 'Stop sharing' }).click()
			await expect(screen).toHaveCount(0)
			return seenS
		}
		const moving = await share('#2030c0', 100)
		const still = await share('#c02020', 1_000)
		const path = join(testInfo.outputDir, 'screens.mp4')
		await mkdir(testInfo.outputDir, { recursive: true })
		// The last of it is composed a moment later: the camera is seen again.
		await expect(async () => {
			await copyRecorded(server, path)
			expect((await picturesOf(path)).slice(-1).filter(isCamera)).toHaveLength(1)
		}).toPass({ timeout: 60_000, intervals: [3_000] })
		const pictures = await picturesOf(path)
		/** Pictures of a colour, and for how long it is seen. */
		const shown = (isShown: (picture: Picture) => boolean) => {
			const [first, last] = [pictures.findIndex(isShown), pictures.findLastIndex(isShown)]
			const seconds = (pictures[last + 1]?.atS ?? 0) - (pictures[first]?.atS ?? 0)
			return { seconds: first < 0 ? 0 : seconds, count: pictures.filter(isShown).length }
		}
		const blue = shown(picture => picture.blue > 120 && picture.red < 90)
		const red = shown(picture => picture.red > 120 && picture.green < 90)
		expect(blue.seconds).toBeGreaterThan(moving - 1)
		expect(blue.count).toBeGreaterThan(3 * blue.seconds)
		expect(red.seconds).toBeGreaterThan(still - 1)
		expect(Math.max(blue.seconds, red.seconds)).toBeLessThan(Math.max(moving, still) + 5)
	} finally {
		await server.dispose()
	}
})

test('[ROOM-153] where the site asks for consent, people agree or leave, and who enters is neither seen nor heard before', async ({
	browser,
}) => {
	test.skip(!program, 'no ffmpeg')
	test.setTimeout(180_000)
	const server = await startServer({ PARLEY_FFMPEG: program })
	try {
		await server.runAdmin('site', 'set', 'localhost', 'recordingConsent=on')
		const { host, member, id } = await startMeetingOfTwo(browser, server.url, '征求同意')
		await startRecording(host)
		const questionOf = ({ page, t }: Person) => page.getByRole('dialog', { name: t('recording_ask_title') })
		const agree = (person: Person) =>
			questionOf(person)
				.getByRole('button', { name: person.t('recording_ask_agree'), exact: true })
				.click()
		await expect(questionOf(member)).toBeVisible()
		await expect(questionOf(host)).toHaveCount(0)
		await expectNoViolations(member.page, 'the question of a recording')
		// Neither a key nor going back answers.
		await member.page.keyboard.press('Escape')
		await member.page.keyboard.press('Enter')
		await expect(questionOf(member)).toBeVisible()
		await member.page.reload()
		await agree(member)
		await expect(questionOf(member)).toHaveCount(0)
		await waitUntilSeesAndHears(host.page, 1)

		const newcomer = await openMember(browser, server.url, 'manager')
		await newcomer.page.goto(`/MeetingList/JoinMeeting/${id}/false`)
		await turnOnDevices(newcomer)
		await newcomer.page.getByRole('button', { name: newcomer.t('joining_submit'), exact: true }).click()
		await expect(questionOf(newcomer)).toBeVisible()
		await expect(host.page.locator('[data-person]')).toHaveCount(3)
		await agree(newcomer)
		await waitUntilSeesAndHears(host.page, 2)

		const leaving = await openMember(browser, server.url, 'operator')
		await leaving.page.goto(`/MeetingList/JoinMeeting/${id}/false`)
		await leaving.page.getByRole('button', { name: leaving.t('joining_submit'), exact: true }).click()
		await questionOf(leaving)
			.getByRole('button', { name: leaving.t('recording_ask_leave'), exact: true })
			.click()
		await expect(leaving.page.getByRole('heading', { name: leaving.t('room_out_left_title') })).toBeVisible()
	} finally {
		await server.dispose()
	}
})
