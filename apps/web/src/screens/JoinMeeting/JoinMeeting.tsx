import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useId } from 'react'
import { useBack } from '../../app/navigation/useBack.ts'
import {
	entryOf,
	handedOf,
	handedText,
	isFilled,
	JoinForm,
	Recent,
	Refused,
	type Remedy,
	sayTurnedAway,
	typedId,
	useJoinScreen,
} from '../../features/joining/index.ts'
import { m } from '../../locales/index.ts'
import { history, storage } from '../../storage/index.ts'
import { Button, Page } from '../../ui/index.ts'

const MeetingBrief = lazy(async () => ({ default: (await import('./Brief.ts')).MeetingBrief }))
const Gone = lazy(async () => ({ default: (await import('./Gone.tsx')).Gone }))
const path = '/MeetingList/JoinMeeting/$meetingId/$hasPwd'

/** /MeetingList/JoinMeeting/{meetingId}/{hasPwd}; another address is another form. */
export function JoinMeeting() {
	const params = useParams({ from: path })
	return <Joining key={`${params.meetingId}/${params.hasPwd}`} params={params} />
}

function Joining({ params }: { params: { meetingId: string; hasPwd: string } }) {
	const { from, meeting: handedJson, password } = useSearch({ from: path })
	const navigate = useNavigate()
	const formId = useId()
	const entry = entryOf(params)
	const handed = handedOf(handedJson)

	const join = useJoinScreen(
		{ entry, handed, password, goesOn: from === 'login' && handedJson !== undefined },
		{
			onGoingOn: () => void navigate({ to: path, params, search: {}, replace: true }),
			onLed(to, why, form) {
				if (to === 'login') return void toLogin(form)
				void sayTurnedAway(why)
				void leave()
			},
		},
	)
	const { form, state, detail, meeting, who, asksPassword } = join
	const isMember = who.person.kind === 'member'
	// OP-046: whoever came from the public list goes back to it.
	const isPublic = storage.read('publicMeeting') !== undefined
	const home = isPublic ? '/publicMeeting' : isMember ? '/MeetingList' : '/'
	const leave = () => navigate({ to: home })
	const leaveLabels = {
		'/publicMeeting': m.entry_to_public,
		'/MeetingList': m.joining_to_list,
		'/': m.joining_to_start,
	}
	const leaveLabel = leaveLabels[home]()

	/** OP-008: with what was filled in, so that the join goes on after signing in. */
	const toLogin = ({ meetingId, displayName } = form) =>
		navigate({
			to: '/Login',
			search: {
				meetingId,
				publicJoin: 'true',
				hasPwd: asksPassword ? 'true' : 'false',
				meeting: handedText({ meetingId, displayName }),
			},
		})

	function remedy(which: Remedy) {
		switch (which) {
			case 'sign-in':
				return void toLogin()
			case 'try-again':
				return void join.submit()
			case 'leave':
				return void leave()
			case 'reload':
				return window.location.reload()
			case 'none':
		}
	}

	const back = { label: m.common_back(), onBack: useBack(home) }
	const isOver = meeting?.status === 9
	if (detail.at === 'missing' || isOver) {
		return (
			<Page title={m.joining_title()} top={44} back={back}>
				<Suspense>
					<Gone
						isOver={isOver}
						leaveLabel={leaveLabel}
						onLeave={() => void leave()}
						onOther={() => void navigate({ to: path, params: { meetingId: typedId, hasPwd: 'false' } })}
					/>
				</Suspense>
			</Page>
		)
	}

	const visited =
		entry.id === 'typed' ? history.joined.list(who.person.kind === 'member' ? who.person.user.id : undefined) : []
	return (
		<Page
			title={m.joining_title()}
			top={44}
			back={back}
			bottom={
				<>
					<Refused why={state.at === 'turned-away' ? state.why : undefined} leaveLabel={leaveLabel} onRemedy={remedy} />
					<Button
						kind="primary"
						size="large"
						block
						type="submit"
						form={formId}
						disabled={!isFilled(form, asksPassword)}
						loading={state.at === 'knocking' && m.joining_working()}
					>
						{m.joining_submit()}
					</Button>
				</>
			}
		>
			{meeting && (
				<Suspense>
					<MeetingBrief meeting={meeting} />
				</Suspense>
			)}
			<JoinForm
				id={formId}
				form={form}
				state={state}
				devices={join.devices}
				meetingId={entry.id}
				isNameLocked={who.isNameLocked}
				asksPassword={asksPassword}
				onEdit={join.edit}
				onSubmit={() => void join.submit()}
			>
				<Recent visited={visited} onPick={meetingId => join.edit({ meetingId })} />
			</JoinForm>
		</Page>
	)
}
