import { digitsWhileTyping, limits } from '@parley/core'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useId, useRef } from 'react'
import { useBack } from '../../app/navigation/useBack.ts'
import {
	endLinkVisit,
	getLinkDestination,
	getLinkViewer,
	isJoinFormComplete,
	JoinErrorBanner,
	JoinForm,
	linkPassword,
	type Remedy,
	showJoinError,
	toLinkRoute,
	useIsInApp,
	useJoinScreen,
} from '../../features/joining/index.ts'
import { m } from '../../locales/index.ts'
import { Banner, Page } from '../../ui/index.ts'
import { Doors } from './Doors.tsx'
import styles from './ScanJoin.module.css'
import { useApp } from './useApp.ts'

export const title = () => m.entry_join_title()

const MeetingFacts = lazy(async () => ({ default: (await import('./Facts.ts')).MeetingFacts }))
const path = '/Login/ScanJoin/$meetingId'

/** /Login/ScanJoin/{meetingId}: joining a meeting one was led to by a link or a code (LINK-10 to LINK-18). */
export function ScanJoin() {
	const { meetingId } = useParams({ from: path })
	return <Joining key={meetingId} meetingId={meetingId} />
}

function Joining({ meetingId: asked }: { meetingId: string }) {
	const { from } = useSearch({ from: path })
	const navigate = useNavigate()
	const formId = useId()
	const inApp = useIsInApp()
	const app = useApp()
	const meetingId = digitsWhileTyping(asked, limits.meetingIdMax)

	const join = useJoinScreen(
		{
			target: { id: 'given', meetingId, hasPassword: false },
			prefill: {},
			joinsAutomatically: false,
			password: linkPassword.read(meetingId),
			isLinkVisit: true,
			isFromShell: from === 'shell',
		},
		{
			openApp: app.open,
			onRedirect(to, why) {
				if (to === 'result') {
					return void navigate(toLinkRoute({ at: why.says === 'over' ? 'over' : 'missing', meetingId }))
				}
				// OP-008: from here the start, where one may sign in or join as a guest.
				void showJoinError(why)
				endLinkVisit()
				void navigate({ to: '/' })
			},
		},
	)
	const { form, state, detail, meeting, who, asksPassword } = join
	const isMember = who.person.kind === 'member'

	// Opened at its address, the screen finds out by itself what a link would have.
	const elsewhere = useRef(navigate)
	elsewhere.current = navigate
	useEffect(() => {
		const way = wayOf(meetingId, detail)
		if (way && way.at !== 'join' && way.at !== 'unreachable') void elsewhere.current(toLinkRoute(way))
	}, [meetingId, detail])

	const backHome = useBack(isMember ? '/MeetingList' : '/')
	function leave() {
		endLinkVisit()
		void navigate(isMember ? { to: '/MeetingList' } : { to: '/' })
	}

	function remedy(which: Remedy) {
		switch (which) {
			case 'sign-in':
				return void navigate({
					to: '/Login',
					search: { meetingId, publicJoin: 'false', hasPwd: asksPassword ? 'true' : 'false', needLogin: 'true' },
				})
			case 'try-again':
				return void join.submit(join.door)
			case 'leave':
				return leave()
			case 'reload':
				return window.location.reload()
			case 'none':
		}
	}

	const primary = inApp ? 'app' : 'web'
	return (
		<Page
			title={m.entry_join_title()}
			top={44}
			back={{
				label: m.common_back(),
				onBack() {
					endLinkVisit()
					backHome()
				},
			}}
			bottom={
				<>
					<JoinErrorBanner
						error={state.at === 'turned-away' ? state.why : undefined}
						leaveLabel={isMember ? m.joining_to_list() : m.joining_to_start()}
						onRemedy={remedy}
					/>
					<Banner tone="info">{app.isOpening && m.entry_app_opening()}</Banner>
					<Doors
						inApp={inApp}
						formId={formId}
						link={{ meetingId, ...(asksPassword && form.password && { password: form.password }) }}
						isFilled={isJoinFormComplete(form, asksPassword)}
						knockingAt={state.at === 'knocking' ? (join.door === 'any' ? primary : join.door) : undefined}
						onApp={() => void join.submit('app')}
					/>
				</>
			}
		>
			{detail.status === 'loading' ? (
				<Looking />
			) : (
				<Suspense fallback={<Looking />}>
					<MeetingFacts meetingId={meetingId} meeting={meeting} />
				</Suspense>
			)}
			{(detail.status === 'offline' || detail.status === 'failed') && (
				<div className={styles.note}>
					<Banner tone="warn" action={{ label: m.entry_lookup_again(), onPress: join.again }}>
						{m.entry_lookup_failed()}
					</Banner>
				</div>
			)}
			<JoinForm
				id={formId}
				form={form}
				state={state}
				devices={join.devices}
				meetingId="shown"
				isNameLocked={who.isNameLocked}
				asksPassword={asksPassword}
				onEdit={join.edit}
				onSubmit={() => void join.submit(primary)}
			/>
		</Page>
	)
}

/** Stands where the meeting will; by itself, since the kit's skeletons weigh more than the rest of this screen. */
const Looking = () => (
	<div className={styles.looking} role="status">
		<span className="sr-only">{m.entry_looking()}</span>
		<i aria-hidden />
		<i aria-hidden />
		<i aria-hidden />
	</div>
)

function wayOf(meetingId: string, detail: ReturnType<typeof useJoinScreen>['detail']) {
	const who = getLinkViewer()
	switch (detail.status) {
		case 'loaded':
			return getLinkDestination(meetingId, { ok: true, value: detail.meeting }, who)
		case 'signInNeeded':
			return getLinkDestination(meetingId, { ok: false, failure: { refusal: 'loginNeeded' } }, who)
		case 'missing':
			return getLinkDestination(meetingId, { ok: false, failure: { refusal: 'missing' } }, who)
		default:
			return undefined
	}
}

export { ScanJoin as Screen }
