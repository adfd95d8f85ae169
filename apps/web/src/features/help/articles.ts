import { type HelpMenu, type HelpTopic, helpPath, helpTopics } from '@parley/api'
import { m } from '../../locales/index.ts'

export const menuTitles = {
	joining: m.help_menu_joining,
	meetings: m.help_menu_meetings,
	room: m.help_menu_room,
	account: m.help_menu_account,
} satisfies Record<HelpMenu, () => string>

export const articleTitles = {
	join: m.help_join,
	links: m.help_links,
	guests: m.help_guests,
	schedule: m.help_schedule,
	rooms: m.help_rooms,
	members: m.help_members,
	passwords: m.help_passwords,
	manage: m.help_manage,
	devices: m.help_devices,
	host: m.help_host,
	network: m.help_network,
	'sign-in': m.help_sign_in,
	password: m.help_password,
	linked: m.help_linked,
	companies: m.help_companies,
} satisfies Record<HelpTopic, () => string>

/** The `value` parameter in the address of an article (ROUTE-37). */
export const formatArticleParam = (topic: HelpTopic): string =>
	JSON.stringify({ name: articleTitles[topic](), path: topic })

/** The article that a `value` parameter names; undefined if none exists (HELP-03, OP-143). */
export function parseArticleParam(value: string | undefined): HelpTopic | undefined {
	const path = parsePath(value)
	return Object.values(helpTopics)
		.flat()
		.find(topic => topic === path)
}

function parsePath(value: string | undefined): unknown {
	try {
		return (JSON.parse(value ?? '') as { path?: unknown } | null)?.path
	} catch {
		return undefined
	}
}

/** HELP-04 */
export const getArticleUrl = (baseUrl: string, topic: HelpTopic): string =>
	`${baseUrl}/meeting/meetings#${helpPath(topic)}`
