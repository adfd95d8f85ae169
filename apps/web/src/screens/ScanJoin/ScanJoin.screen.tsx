import { digitsWhileTyping, limits } from '@parley/core'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useId } from 'react'
import { LanguageSwitch } from '../../features/appearance/index.ts'
import {
	endLinkVisit,
	getLinkDestination,
	getLinkFollower,
	isJoinFormComplete,
	JoinErrorBanner,
	JoinForm,
	type JoinRemedy,
	linkPassword,
	MeetingFacts,
	showJoinError,
	toLinkRoute,
	useIsInApp,
	useJoinScreen,
	WaitingPage,
} from '../../features/joining/index.ts'
import { m } from '../../locales/index.ts'
import { useBack } from '../../navigation/useBack.ts'
import { usePreparedRoom } from '../../navigation/usePreparedRoom.ts'
import { Banner, Page } from '../../ui/index.ts'
import { JoinButtons } from './JoinButtons.tsx'
import styles from './ScanJoin.module.css'
import { useOpenApp } from './useOpenApp.ts'

export const title = () => m.link_join_title()

const path = '/Login/ScanJoin/$meetingId'

/** /Login/ScanJoin/{meetingId}: joins the meeting of a link or a scanned code (LINK-10 to LINK-18). */
export function ScanJoin() {
	const { meetingId } = useParams({ from: path })
	return <ScanJoinForm key={meetingId} meetingId={digitsWhileTyping(meetingId, limits.meetingIdMax)} />
}

function ScanJoinForm({ meetingId }: { meetingId: string }) {
	const formId = useId()
	const isInApp = useIsInApp()
	const app = useOpenApp()
	const { join, home, onRemedy } = useJoin(meetingId, app.open)
	const { values, state, detail, method, identity, isPasswordRequired } = join
	const goBack = useBack(home)
	const defaultMethod = isInApp ? 'app' : 'web'
	if (state.status === 'waiting') {
		return (
			<WaitingPage
				{...state}
				meetingId={meetingId}
				meeting={join.meeting}
				// A browser opens another app for a tap alone.
				isAutomatic={method !== 'app' || isInApp}
				onTry={() => void join.submit(method)}
				onLeave={join.stopWaiting}
			/>
		)
	}

	return (
		<Page
			title={m.link_join_title()}
			top={44}
			back={{
				label: m.common_back(),
				onBack() {
					endLinkVisit()
					goBack()
				},
			}}
			actions={<LanguageSwitch />}
			bottomAt="content"
			bottom={
				<>
					<JoinErrorBanner
						error={state.status === 'refused' ? state.error : undefined}
						leaveLabel={home === '/' ? m.common_to_start() : m.common_to_list()}
						onRemedy={onRemedy}
					/>
					<Banner tone="info">{app.isOpening && m.link_app_opening()}</Banner>
					<JoinButtons
						isInApp={isInApp}
						formId={formId}
						link={{ meetingId, ...(isPasswordRequired && values.password && { password: values.password }) }}
						isEnabled={isJoinFormComplete(values, isPasswordRequired)}
						joiningBy={state.status === 'joining' ? (method === 'any' ? defaultMethod : method) : undefined}
						onJoinByApp={() => void join.submit('app')}
					/>
				</>
			}
		>
			{detail.status === 'loading' ? <LookupSkeleton /> : <MeetingFacts meetingId={meetingId} meeting={join.meeting} />}
			{(detail.status === 'offline' || detail.status === 'failed') && (
				<div className={styles.note}>
					<Banner tone="warn" action={{ label: m.link_lookup_again(), onPress: join.retryLookup }}>
						{m.link_lookup_failed()}
					</Banner>
				</div>
			)}
			<JoinForm
				id={formId}
				values={values}
				state={state}
				devices={join.devices}
				meetingId="shown"
				isNameLocked={identity.isNameLocked}
				isPasswordRequired={isPasswordRequired}
				onEdit={join.edit}
				onSubmit={() => void join.submit(defaultMethod)}
			/>
		</Page>
	)
}

/** The join of the meeting, and where its refusals and its lookup lead. */
function useJoin(meetingId: string, openApp: ReturnType<typeof useOpenApp>['open']) {
	const { from } = useSearch({ from: path })
	const navigate = useNavigate()
	const join = useJoinScreen(
		{
			target: { type: 'given', meetingId, hasPassword: false },
			prefill: {},
			joinsAutomatically: false,
			password: linkPassword.read(meetingId),
			isLinkVisit: true,
			isFromShell: from === 'shell',
		},
		{
			openApp,
			preparedRoom: usePreparedRoom(meetingId),
			onRedirect(to, error) {
				if (to === 'result') {
					return void navigate(toLinkRoute({ type: error.type === 'over' ? 'over' : 'missing', meetingId }))
				}
				// OP-008: from the landing they can sign in or join as a guest.
				showJoinError(error)
				leave('/')
			},
		},
	)
	const home = join.identity.person.kind === 'member' ? '/MeetingList' : '/'
	useLinkDestination(meetingId, join.detail)

	function leave(to: '/' | '/MeetingList') {
		endLinkVisit()
		void navigate({ to })
	}

	const remedies: Record<JoinRemedy, () => void> = {
		signIn: () => {
			const hasPwd = join.isPasswordRequired ? 'true' : 'false'
			void navigate({ to: '/Login', search: { meetingId, publicJoin: 'false', hasPwd, needLogin: 'true' } })
		},
		retry: () => void join.submit(join.method),
		leave: () => leave(home),
		reload: () => window.location.reload(),
		none: () => {},
	}
	return { join, home, onRemedy: (remedy: JoinRemedy) => remedies[remedy]() } as const
}

type JoinScreenDetail = ReturnType<typeof useJoinScreen>['detail']

/** Opened by its address, the screen leads on as a link would: to the login, or to the result of the link. */
function useLinkDestination(meetingId: string, detail: JoinScreenDetail) {
	const navigate = useNavigate()
	const redirect = useEffectEvent((detail: JoinScreenDetail) => {
		const destination = toDestination(meetingId, detail)
		if (destination && destination.type !== 'join') void navigate(toLinkRoute(destination))
	})
	useEffect(() => redirect(detail), [detail])
}

function toDestination(meetingId: string, detail: JoinScreenDetail) {
	const follower = getLinkFollower()
	switch (detail.status) {
		case 'loaded':
			return getLinkDestination(meetingId, { ok: true, value: detail.meeting }, follower)
		case 'signInNeeded':
			return getLinkDestination(meetingId, { ok: false, failure: { refusal: 'loginNeeded' } }, follower)
		case 'missing':
			return getLinkDestination(meetingId, { ok: false, failure: { refusal: 'missing' } }, follower)
		default:
			return undefined
	}
}

const LookupSkeleton = () => (
	<div className={styles.looking} role="status">
		<span className="sr-only">{m.link_looking()}</span>
		<i aria-hidden />
		<i aria-hidden />
		<i aria-hidden />
	</div>
)

export { ScanJoin as Screen }
