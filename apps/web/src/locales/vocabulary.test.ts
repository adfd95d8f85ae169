import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Words the screens avoid, and their replacements: the table in docs/glossary.md. */
const banned: Record<'zh' | 'en', [RegExp, string][]> = {
	zh: [
		[/会议室|循环会议|周期会议/, '例会'],
		[/快速入会|快速加入/, '加入会议'],
		[/条款/, '服务协议、法律声明、隐私政策；合称“协议与声明”'],
		[/已完结|已终止/, '已结束'],
		[/聊天应用|设备账号|办公应用|办公账号/, '账号的名称'],
		[/帐号|账户|登陆|登入/, '账号、登录'],
		[/录像/, '回放'],
		[/密钥/, '推流码'],
		[/与会|参会者|参会人(?![员数])/, '参会人员'],
		[/网站(?!设置)/, '站点'],
		[/回到(首页|会议(?!中))|(?<!会议)返回列表/, '返回首页、返回会议、返回会议列表'],
		[/你/, '您'],
	],
	en: [
		[/(?<!\bwaiting )\brooms?\b/i, 'recurring meeting; meeting'],
		[
			/\bservice terms|legal (statement|notices)|law statement|\bPrivacy$/i,
			'terms of service, legal notice, privacy policy',
		],
		[/\bjoin quickly|\bquick join/i, 'join a meeting'],
		[/\b(is|are|was) over\b|^Over$|\bonce it is over/i, 'ended'],
		[/\bdevice account|\bchat app|\bworkplace/i, 'the name of the account'],
		[/\blog(ged|ging)?[ -](in|out|ins)\b|\blog(in|on|out)\b/i, 'sign in, sign out'],
		[/\bvisitors?\b/i, 'guest'],
		[/^invited$|\binvitees?\b|\binvited people\b|\bwho is invited\b/i, 'attendees'],
		[/\bmeeting (number|no\.)/i, 'meeting ID'],
		[/\b(this|the|a) live\b(?! (stream|studio|link))/i, 'live stream'],
		[/\b(sound and picture|picture and sound)\b/i, 'audio and video'],
		[
			/\b(go|back) (back )?to (the )?(start\b(?!\spage)|home\b)|\bback to (the|my) meetings\b/i,
			'start page; back to meetings',
		],
	],
}

/** Words that are the name of another thing elsewhere, by the start of the keys that may not use them. */
const bannedIn: [keys: RegExp, word: RegExp, instead: string][] = [
	[/^(?!chat_|room_|recording_)/, /聊天/, '讨论, for a live stream; 聊天 is the chat of a meeting'],
]

const messagesOf = (locale: string): [string, string][] => {
	const folder = join(import.meta.dirname, locale)
	return readdirSync(folder).flatMap(file => {
		const { $schema: _, ...messages } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, string>
		return Object.entries(messages)
	})
}

const refused = (locale: 'zh' | 'en', texts: [string, string][]) =>
	texts.flatMap(([key, text]) => [
		...banned[locale].filter(([word]) => word.test(text)).map(([, instead]) => `${key}: ${text} → ${instead}`),
		...bannedIn
			.filter(([keys, word]) => keys.test(key) && word.test(text))
			.map(([, , instead]) => `${key}: ${text} → ${instead}`),
	])

test.each(['zh', 'en'] as const)('in %s one thing has one name on the screen', locale => {
	expect(refused(locale, messagesOf(locale))).toEqual([])
})

test.each(['zh', 'en'] as const)('in %s what many screens say is one message', locale => {
	const texts = messagesOf(locale)
	for (const shared of ['common_attendees', 'common_to_list', 'common_to_start']) {
		const wanted = texts.find(([key]) => key === shared)?.[1]
		expect(texts.filter(([, text]) => text === wanted).map(([key]) => key)).toEqual([shared])
	}
})

/** Help and the agreements of a new site, by line, because a page is long. */
const pagesOf = (locale: string): [string, string][] => {
	const pages = join(import.meta.dirname, '../../../server/pages')
	const files = ['.', 'help'].flatMap(folder => readdirSync(join(pages, folder)).map(file => join(folder, file)))
	return files
		.filter(file => file.endsWith(`.${locale}.md`))
		.flatMap(file =>
			readFileSync(join(pages, file), 'utf8')
				.split('\n')
				.map((line): [string, string] => [file, line]),
		)
}

test.each(['zh', 'en'] as const)('in %s help and agreements say it with the same words', locale => {
	expect(pagesOf(locale).length).toBeGreaterThan(50)
	expect(refused(locale, pagesOf(locale))).toEqual([])
})

test('around the name of a person Chinese has spaces, as around other words that may be Latin', () => {
	const named = messagesOf('zh').filter(([key]) => key.startsWith('room_'))
	expect(named.filter(([, text]) => /\p{Script=Han}\{name\}|\{name\}\p{Script=Han}/u.test(text))).toEqual([])
})

test.each(['zh', 'en'] as const)('in %s the name of the product stands alone: a site may have another', locale => {
	const named = messagesOf(locale).filter(([key, text]) => key !== 'app_name' && /晤谈|Parley/.test(text))
	expect(named).toEqual([])
})
