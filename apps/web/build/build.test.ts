// @vitest-environment node
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type RouteEntry, routeTable } from '../src/app/navigation/routes.ts'
import { messagesOf, unlistedFiles, wordingFaults } from './messages.ts'
import { filesOfRoutes } from './routeFiles.ts'

/** Wording the spec calls by name (I18N-07), and the texts it asks for (I18N-08, JERR-19). */
const named = [
	...[1, 2, 3, 4, 5, 6, 8, 11, 12, 13, 24, 27].map(number => `Meeting.tips${number}`),
	'Meeting.chooseTime',
	'Meeting.pleaseSelectParticipant',
	'User.tips10',
	'formatError',
	'no-allow-tips',
	'typeTip',
	'sizeTip',
	'uploadFail',
	'edit-fail',
	'edit-fail1',
	'editFail2',
	'editFail3',
]
const asked = [
	'says_sms_too_often',
	'says_sms_daily_limit',
	'says_wrong_code',
	'says_phone_taken',
	'says_too_often',
	'says_account_expired',
	'says_rights_expired',
	'says_not_a_member',
	'says_id_or_name_missing',
	'says_id_wrong',
	'says_name_wrong',
	'says_meeting_locked',
	'says_meeting_full',
	'says_meeting_lapsed',
	'says_login_only',
]

test('[I18N-07] [I18N-08] [JERR-19] the wording the spec names is there in both languages', () => {
	const [zh, en] = [messagesOf('zh'), messagesOf('en')]
	for (const key of [...named, ...asked]) expect([key, zh[key], en[key]]).not.toContain(undefined)
})

test('[OP-001] the words for a meeting password say 1 to 20 digits', () => {
	for (const locale of ['zh', 'en']) expect(messagesOf(locale)['Meeting.tips3']).toMatch(/1\D+20/)
})

test('[I18N-01] every message has both languages, and every file of words is compiled', () => {
	expect(wordingFaults(messagesOf('zh'), messagesOf('en'))).toEqual([])
	expect(unlistedFiles()).toEqual([])
})

test('a missing word, or no words at all, is a fault', () => {
	expect(wordingFaults({ a: 'x', b: 'y' }, { a: 'x' })).toEqual(['b is missing in en'])
	expect(wordingFaults({ a: 'x' }, { a: '', c: 'z' })).toEqual(['a is missing in en', 'c is missing in zh'])
	expect(wordingFaults({}, {})).toEqual(['there are no messages'])
})

test('every screen in the table of routes is there', () => {
	const screens = routeTable.flatMap((entry: RouteEntry) => entry.screen ?? [])
	expect(screens.length).toBeGreaterThan(2)
	for (const screen of screens) {
		expect([screen, existsSync(new URL(`../src/screens/${screen}/index.ts`, import.meta.url))]).toEqual([screen, true])
	}
})

test('an address names the files it needs beyond those of every page', () => {
	const chunk = (fileName: string, module: string, imports: string[] = [], css: string[] = []) => ({
		type: 'chunk' as const,
		fileName,
		facadeModuleId: `/x/src${module}`,
		imports,
		isEntry: module === '/app/main.tsx',
		viteMetadata: { importedCss: new Set(css) },
	})
	const chunks = [
		chunk('index.js', '/app/main.tsx', ['page.js'], ['page.css']),
		chunk('page.js', '/app/start.tsx'),
		chunk('list.js', '/screens/MeetingList/index.ts', ['page.js', 'kit.js'], ['list.css']),
		chunk('kit.js', '/ui/kit.ts', ['page.js'], ['kit.css']),
	]
	const entries = [
		{ path: '/', screen: 'Landing' },
		{ path: '/detail/$meetingId', screen: 'MeetingList' },
		{ path: '/Register' },
	] as const
	expect(filesOfRoutes(entries, chunks)).toEqual([
		{ path: '/', files: [] },
		{
			path: '/detail/:meetingId',
			files: ['/list.js', '/list.css', '/kit.js', '/kit.css'],
		},
	])
})
