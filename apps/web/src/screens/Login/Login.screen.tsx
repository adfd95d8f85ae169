import { Link, useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { ChevronLeft } from 'lucide-react'
import { useEffect, useState } from 'react'
import { encryptPassword, preloadEncryption } from '../../features/account/index.ts'
import {
	getSignInReason,
	SignInForm,
	type SignInMethod,
	type SignInSearch,
	SmsForm,
	signInReasonText,
	useSession,
	useSignInMethod,
} from '../../features/session/index.ts'
import { isRegistrationOffered, useSite } from '../../features/site/index.ts'
import { SocialSignIn } from '../../features/social/index.ts'
import { m } from '../../locales/index.ts'
import { useBack } from '../../navigation/useBack.ts'
import { useDestination } from '../../navigation/useDestination.ts'
import { Banner, Button, buttonClass, IconButton, Page, scene, Tabs } from '../../ui/index.ts'
import styles from './Login.module.css'

declare module '@tanstack/react-router' {
	interface HistoryState {
		/** The name of an account that was just registered: it is filled in, and its password is next (REG-15). */
		newAccount?: string
	}
}

export const title = () => m.login_title()

export function Login() {
	const search = useSearch({ from: '/Login' })
	const back = useBack('/')
	const goTo = useDestination()
	const navigate = useNavigate()
	const newAccount = useLocation({ select: ({ state }) => state.newAccount })
	const [method, chooseMethod] = useSignInMethod(newAccount)
	const reason = getSignInReason(search)
	const isSessionRefused = useLocation({ select: ({ state }) => state.isSessionRefused === true })
	const current = usePersonOnArrival()
	useEffect(preloadEncryption, [])

	return (
		<Page flush top={0} className={styles.page ?? ''}>
			<header className={styles.head}>
				{/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant drawing of ours */}
				<div className={styles.picture} dangerouslySetInnerHTML={{ __html: scene('dusk') }} aria-hidden />
				<IconButton kind="picture" label={m.common_back()} icon={<ChevronLeft />} onClick={back} />
				<h1>{m.login_title()}</h1>
			</header>
			<div className={styles.sheet}>
				{isSessionRefused && (
					<div className={styles.hint}>
						<Banner tone="error">{m.login_session_refused()}</Banner>
					</div>
				)}
				{current && (
					<div className={styles.hint}>
						<Banner
							tone="info"
							action={{
								label: m.login_current_continue(),
								onPress: () => void navigate({ to: '/MeetingList', replace: true }),
							}}
						>
							{m.login_current({ name: current.displayName })}
						</Banner>
					</div>
				)}
				{reason && (
					<div className={styles.hint}>
						<Banner tone="info">{signInReasonText[reason]()}</Banner>
					</div>
				)}
				{/* LOGIN-03: never more than one tab is shown, that of the chosen method. */}
				<Tabs
					label={m.login_title()}
					tabs={[method === 'account' ? accountTab() : mobileTab()]}
					value={method}
					onValueChange={chooseMethod}
				>
					{method === 'account' ? (
						<SignInForm
							search={search}
							onSignedIn={goTo}
							encryptPassword={encryptPassword}
							newAccount={newAccount}
							forgotPassword={<ForgotPasswordLink search={search} />}
						/>
					) : (
						<SmsForm search={search} onSignedIn={goTo} />
					)}
				</Tabs>
				<OtherWays search={search} method={method} onMethod={chooseMethod} />
				<SocialSignIn
					arrival={search}
					onSignedIn={goTo}
					onBindRequired={to => void navigate({ to, search: getRegistrationSearch(search) })}
				/>
			</div>
		</Page>
	)
}

/** The person signed in when the screen was opened: a person who signs in here is already being redirected. */
function usePersonOnArrival() {
	const person = useSession()
	const [wasMember] = useState(person.kind === 'member')
	return wasMember && person.kind === 'member' ? person.user : undefined
}

const accountTab = () => ({ value: 'account' as SignInMethod, text: m.login_account_tab() })
const mobileTab = () => ({ value: 'mobile' as SignInMethod, text: m.login_mobile_tab() })

/** LOGIN-47: by phone, or by the account of an OA site. */
function ForgotPasswordLink({ search: { needLogin, meetingId } }: { search: SignInSearch }) {
	const isOa = useSite(({ info }) => info?.type === 1 && info.isOa)
	const className = buttonClass({ kind: 'quiet' }, clsx(styles.quiet, styles.forgot))
	if (isOa) {
		return (
			<Link to="/forgetPwd/oaVerification" className={className}>
				{m.login_forgot()}
			</Link>
		)
	}
	const search = { ...(needLogin && { needLogin }), ...(meetingId && { meetingId }) }
	return (
		<Link to="/forgetPwd/phoneRetrieve" search={search} className={className}>
			{m.login_forgot()}
		</Link>
	)
}

/** The part of the query that registering and binding need too (ROUTE-03, ROUTE-05). */
const getRegistrationSearch = ({ meetingId, publicJoin, hasPwd, needLogin }: SignInSearch) => ({
	...(meetingId && { meetingId }),
	...(publicJoin && { publicJoin }),
	...(hasPwd && { hasPwd }),
	...(needLogin && { needLogin }),
})

interface OtherWaysProps {
	search: SignInSearch
	method: SignInMethod
	onMethod(method: SignInMethod): void
}

/** Links below the form: the other sign-in method, and registration where the site allows it (REG-17). */
function OtherWays({ search, method, onMethod }: OtherWaysProps) {
	const canRegister = useSite(isRegistrationOffered)
	return (
		<div className={styles.others}>
			<Button
				kind="quiet"
				className={styles.quiet}
				onClick={() => onMethod(method === 'account' ? 'mobile' : 'account')}
			>
				{method === 'account' ? m.login_by_code() : m.login_by_account()}
			</Button>
			{canRegister && (
				<Link
					to="/Register"
					search={getRegistrationSearch(search)}
					className={buttonClass({ kind: 'quiet' }, styles.quiet)}
				>
					{m.login_register()}
				</Link>
			)}
		</div>
	)
}

export { Login as Screen }
