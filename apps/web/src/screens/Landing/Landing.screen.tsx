import { Link, useRouter } from '@tanstack/react-router'
import { Moon, Sun } from 'lucide-react'
import { useEffect } from 'react'
import { chooseTheme, LanguageSwitch, useTheme } from '../../features/appearance/index.ts'
import { useSession } from '../../features/session/index.ts'
import { canGuestsJoin, isRegistrationOffered, refreshSite, useSite } from '../../features/site/index.ts'
import { m } from '../../locales/index.ts'
import { buttonClass, IconButton, PictureStack, runWhenIdle, Wordmark } from '../../ui/index.ts'
import { Footer } from './Footer.tsx'
import { usePicture } from './pictureRotation.ts'
import { useLandingRedirect } from './useLandingRedirect.ts'

export const title = () => m.app_name()

/** The first screen. Its style is inlined in the HTML (landing.css), which shows it before any script has run. */
export function Landing() {
	const router = useRouter()
	const isRedirecting = useLandingRedirect()
	const isNeutral = useSite(site => site.copyright?.neutral)
	const mayJoin = useSite(canGuestsJoin)
	const picture = usePicture()
	useEffect(
		() =>
			runWhenIdle(() => {
				void refreshSite()
				// With the next screen comes the chunk that all of them share.
				for (const to of ['/joinQuickly', '/Login'] as const) void router.preloadRoute({ to })
			}),
		[router],
	)

	return (
		<main className="landing">
			<div className="landing-view">
				<PictureStack current={picture} />
			</div>
			<div className="landing-top">
				{!isNeutral && <Wordmark name={m.app_name()} tone="light" className="landing-name" />}
				<div className="landing-switches">
					<LanguageSwitch tone="picture" />
					<ThemeSwitch />
				</div>
			</div>
			{!isRedirecting && (
				<div className="landing-body">
					<h1>{m.landing_title()}</h1>
					<p className="landing-line">{mayJoin ? m.landing_line() : m.landing_line_strict()}</p>
					<div className="landing-acts">
						<EntryLinks />
					</div>
					<div className="landing-foot">
						<Footer />
					</div>
				</div>
			)}
		</main>
	)
}

/** Join and sign in, or join and the list for a member. */
function EntryLinks() {
	const isMember = useSession(person => person.kind === 'member')
	const mayJoin = useSite(canGuestsJoin)
	const mayRegister = useSite(isRegistrationOffered)
	const first = buttonClass({ kind: 'picture', size: 'large', block: true })
	const second = buttonClass({ kind: 'glass', size: 'large', block: true })

	if (isMember) {
		return (
			<>
				<Link
					to="/MeetingList/JoinMeeting/$meetingId/$hasPwd"
					params={{ meetingId: 'unkonw', hasPwd: 'false' }}
					className={first}
				>
					{m.joining_title()}
				</Link>
				<Link to="/MeetingList" className={second}>
					{m.landing_meetings()}
				</Link>
			</>
		)
	}
	return (
		<>
			{mayJoin && (
				<Link to="/joinQuickly" className={first}>
					{m.joining_title()}
				</Link>
			)}
			<Link to="/Login" className={mayJoin ? second : first}>
				{m.landing_login()}
				{mayRegister && m.landing_or_register()}
			</Link>
		</>
	)
}

function ThemeSwitch() {
	const isDark = useTheme() === 'dark'
	return (
		<IconButton
			kind="picture"
			label={isDark ? m.landing_to_light() : m.landing_to_dark()}
			icon={isDark ? <Sun /> : <Moon />}
			onClick={() => chooseTheme(isDark ? 'light' : 'dark')}
		/>
	)
}

export { Landing as Screen }
