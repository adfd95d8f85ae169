import { account } from '@parley/api'
import type { RefusalTable } from '../../api/index.ts'
import { callForForm, type ErrorEntry } from '../../forms/index.ts'
import { m } from '../../locales/index.ts'
import { type NewPasswordDeps, newPasswordInput, type PasswordResetValues } from './passwordReset.ts'

/** Why a set-up link leads nowhere: what the page says instead of the form. */
interface LinkProblem {
	title(): string
	text(): string
}

const linkProblems: RefusalTable<typeof account.setUpLink, LinkProblem> = {
	linkUnknown: { title: m.account_setup_unknown_title, text: m.account_setup_unknown_text },
	linkExpired: { title: m.account_setup_expired_title, text: m.account_setup_expired_text },
	linkUsed: { title: m.account_setup_used_title, text: m.account_setup_used_text },
	linkReplaced: { title: m.account_setup_replaced_title, text: m.account_setup_replaced_text },
	linkElsewhere: { title: m.account_setup_elsewhere_title, text: m.account_setup_elsewhere_text },
	accountDisabled: { title: m.account_setup_disabled_title, text: m.account_setup_disabled_text },
}

/** The problem with the link itself; undefined if a retry may help. */
export const findLinkProblem = (refusal: string | undefined): LinkProblem | undefined =>
	Object.entries(linkProblems).find(([name]) => name === refusal)?.[1]

/** The token behind the # of the address: it is sent to the server in no address, and is in no log. */
export const parseSetUpToken = (hash: string): string => hash.replace(/^#/, '').trim()

const setUpRefusals: RefusalTable<typeof account.setUpPassword, ErrorEntry<'password'>> = {
	linkUnknown: { message: m.account_setup_unknown_title },
	linkExpired: { message: m.account_setup_expired_title },
	linkUsed: { message: m.account_setup_used_title },
	linkReplaced: { message: m.account_setup_replaced_title },
	linkElsewhere: { message: m.account_setup_elsewhere_title },
	accountDisabled: { message: m.account_setup_disabled_title },
	passwordRule: { message: m.formatError, field: 'password' },
}

/** Sets the first password of an account with its link. */
export async function setUpPassword(values: PasswordResetValues, token: string, deps: NewPasswordDeps) {
	return callForForm(deps.callApi, account.setUpPassword, await newPasswordInput(values, token, deps), setUpRefusals)
}
