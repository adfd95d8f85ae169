import { type Attack, withServer } from './attack.ts'

const paths = [
	'/',
	'/Login',
	'/docs',
	'/agreements/privacy?language=zh',
	'/MeetingList/Personal/help',
	'/noSupport',
	'/shell/',
	'/im/',
	'/nothing-here',
]

export const attack: Attack = {
	tried: `${paths.length} documents, framed by a page of another site`,
	run: () =>
		withServer({}, async server => {
			const answers = await Promise.all(
				paths.map(async path => {
					const { headers } = await fetch(server.url + path, { headers: { accept: 'text/html' } })
					const isDocument = headers.get('content-type')?.startsWith('text/html') === true
					const isClosed = /frame-ancestors '(?:none|self)'/.test(headers.get('content-security-policy') ?? '')
					return { path, isDocument, isClosed }
				}),
			)
			const documents = answers.filter(({ isDocument }) => isDocument)
			const open = documents.filter(({ isClosed }) => !isClosed).map(({ path }) => path)
			return {
				result: `${documents.length} are documents; ${open.length} of them can be framed${open.map(path => ` ${path}`).join()}`,
				holds: open.length === 0 && documents.some(({ path }) => path === '/docs'),
			}
		}),
}
