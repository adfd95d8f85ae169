import { m } from '../../locales/index.ts'
import type { LinkedAccount } from './linkedAccounts.ts'

/** How a link stands, in words. */
export function linkStatusLabel({ isLinked, name }: Pick<LinkedAccount, 'isLinked' | 'name'>): string {
	if (!isLinked) return m.social_linked_no()
	return name ? m.social_linked_as({ name }) : m.social_linked_yes()
}
