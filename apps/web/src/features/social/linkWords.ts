import { m } from '../../locales/index.ts'
import type { LinkState } from './links.ts'

/** How a link stands, in words. */
export function linkWords({ isLinked, name }: Pick<LinkState, 'isLinked' | 'name'>): string {
	if (!isLinked) return m.social_linked_no()
	return name ? m.social_linked_as({ name }) : m.social_linked_yes()
}
