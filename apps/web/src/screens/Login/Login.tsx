import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { ChevronLeft } from 'lucide-react'
import { useEffect } from 'react'
import { useBack } from '../../app/navigation/useBack.ts'
import { useDestination } from '../../app/navigation/useDestination.ts'
import { encryptPassword, preloadEncryption } from '../../features/account/index.ts'
import {
	getSignInReason,
	SignInForm,
	type SignInMethod,
	type SignInSearch,
	SmsSignIn,
	signInReasonText,
	useSignInMethod,
} from '../../features/session/index.ts'
import { isRegistrationOffered, useSite } from '../../features/site/index.ts'
import { SocialSignIn } from '../../features/social/index.ts'
import { m } from '../../locales/index.ts'
import { Banner, Button, buttonClass, IconButton, Page, scene, Tabs } from '../../ui/index.ts'
import styles from './Login.module.css'

export function Login() {
	const arrival = useSearch({ from: '/Login' })
	const back = useBack('/')
	const go = useDestination()
	const navigate = useNavigate()
	const [mode, choose] = useSignInMethod()
	const reason = getSignInReason(arrival)
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
				{reason && (
					<div className={styles.hint}>
						<Banner tone="info">{signInReasonText[reason]()}</Banner>
					</div>
				)}
				{/* LOGIN-03: never more than one tab is shown, that of the way chosen. */}
				<Tabs
					label={m.login_title()}
					tabs={[mode === 'account' ? account() : mobile()]}
					value={mode}
					onValueChange={choose}
				>
					{mode === 'account' ? (
						<SignInForm arrival={arrival} onThrough={go} seal={encryptPassword} forgot={<Forgot arrival={arrival} />} />
					) : (
						<SmsSignIn arrival={arrival} onThrough={go} />
					)}
				</Tabs>
				<Others arrival={arrival} mode={mode} onMode={choose} />
				<SocialSignIn
					arrival={arrival}
					onSignedIn={go}
					onBindRequired={to => void navigate({ to, search: carriedOf(arrival) })}
				/>
			</div>
		</Page>
	)
}

const account = () => ({ value: 'account' as SignInMethod, text: m.login_account_tab() })
const mobile = () => ({ value: 'mobile' as SignInMethod, text: m.login_mobile_tab() })

/** LOGIN-47: by phone, or by the account of an OA site. */
function Forgot({ arrival: { needLogin, meetingId } }: { arrival: SignInSearch }) {
	const isOa = useSite(({ info }) => info?.type === 1 && info.isOa)
	const look = buttonClass({ kind: 'quiet' }, clsx(styles.quiet, styles.forgot))
	if (isOa) {
		return (
			<Link to="/forgetPwd/oaVerification" className={look}>
				{m.login_forgot()}
			</Link>
		)
	}
	const search = { ...(needLogin && { needLogin }), ...(meetingId && { meetingId }) }
	return (
		<Link to="/forgetPwd/phoneRetrieve" search={search} className={look}>
			{m.login_forgot()}
		</Link>
	)
}

/** What has brought somebody here goes along to where they register or bind (ROUTE-03, ROUTE-05). */
const carriedOf = ({ meetingId, publicJoin, hasPwd, needLogin }: SignInSearch) => ({
	...(meetingId && { meetingId }),
	...(publicJoin && { publicJoin }),
	...(hasPwd && { hasPwd }),
	...(needLogin && { needLogin }),
})

interface OthersProps {
	arrival: SignInSearch
	mode: SignInMethod
	onMode(mode: SignInMethod): void
}

/** The quiet ways: signing in otherwise, and registering where the site allows it (REG-17). */
function Others({ arrival, mode, onMode }: OthersProps) {
	const mayRegister = useSite(isRegistrationOffered)
	return (
		<div className={styles.others}>
			<Button kind="quiet" className={styles.quiet} onClick={() => onMode(mode === 'account' ? 'mobile' : 'account')}>
				{mode === 'account' ? m.login_by_code() : m.login_by_account()}
			</Button>
			{mayRegister && (
				<Link to="/Register" search={carriedOf(arrival)} className={buttonClass({ kind: 'quiet' }, styles.quiet)}>
					{m.login_register()}
				</Link>
			)}
		</div>
	)
}
