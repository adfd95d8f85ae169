import { answerCodes } from '@parley/im-sdk/constants'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { addressOf, before, guest } from './address.ts'
import { ConversationView } from './ConversationView.tsx'
import type { Demo } from './demo.ts'
import { FriendsView, waitingFor } from './FriendsView.tsx'
import { GroupBar } from './GroupBar.tsx'
import { reportPane } from './panes.ts'
import type { Person, PersonView } from './person.ts'
import { StatisticsView } from './StatisticsView.tsx'
import { codeText, texts } from './texts.ts'

const tabs = ['chat', 'group', 'room', 'friends', 'statistics'] as const
type Tab = (typeof tabs)[number]
const guestTabs: readonly Tab[] = ['room', 'statistics']

export function PersonPage({ person, as }: { person: Person; as: string }) {
	const view = useSyncExternalStore(person.watch, () => person.view)
	const isGuest = as === guest
	const [tab, setTab] = useState<Tab>(isGuest ? 'room' : 'chat')
	const name = nameOf(person.demo, as)
	useEffect(() => {
		const timer = setInterval(person.refreshStats, 1_000)
		return () => clearInterval(timer)
	}, [person])
	useEffect(() => reportPane(name, view.received), [name, view.received])
	return (
		<main className="person">
			<PersonHeader person={person} view={view} name={name} />
			<Tabs person={person} view={view} isGuest={isGuest} tab={tab} choose={setTab} />
			{view.problem && (
				<p className="problem" role="alert">
					{codeText(view.problem.code) ?? texts.failed}
				</p>
			)}
			<Invitation person={person} view={view} open={() => setTab('group')} />
			<Panel person={person} view={view} isGuest={isGuest} tab={tab} />
		</main>
	)
}

const nameOf = (demo: Demo, as: string | null): string =>
	demo.people.find(({ name }) => name === as)?.displayName ?? texts.guest

function PersonHeader({ person, view, name }: { person: Person; view: PersonView; name: string }) {
	const { state } = view.state
	// After the SDK stopped retrying, logging in resumes the session.
	const isIn = state !== 'idle' && state !== 'closed' && state !== 'gaveUp'
	return (
		<header className="identity">
			<div className="row">
				<h1>{name}</h1>
				<p className={`state ${view.frozenUntil === undefined ? state : 'frozen'}`} role="status">
					{stateText(view)}
				</p>
			</div>
			<div className="row tools">
				<button type="button" className="plain" onClick={view.isCut ? person.join : person.cut}>
					{view.isCut ? texts.join : texts.cut}
				</button>
				<button type="button" className="plain" disabled={view.frozenUntil !== undefined} onClick={person.freeze}>
					{view.frozenUntil === undefined ? texts.freeze : texts.frozen}
				</button>
				<button type="button" className="plain" onClick={() => location.reload()}>
					{texts.reload}
				</button>
				<button type="button" className="plain" onClick={isIn ? person.logout : person.login}>
					{isIn ? texts.logout : texts.login}
				</button>
			</div>
		</header>
	)
}

const secondsTo = (at: number) => Math.max(0, Math.ceil((at - Date.now()) / 1_000))

/** Renders the page every second, so that the remaining time counts down. */
function stateText({ state: { state, code, retryAt }, isCut, frozenUntil }: PersonView): string {
	if (frozenUntil !== undefined) return texts.frozenFor(secondsTo(frozenUntil))
	const isWaiting = state === 'reconnecting' || state === 'connecting' || state === 'gaveUp'
	const why = isCut && isWaiting ? texts.lineCut : code === answerCodes.ok ? undefined : codeText(code)
	const retry = state === 'reconnecting' && retryAt !== undefined ? texts.retryIn(secondsTo(retryAt)) : undefined
	return [texts.states[state], why, retry].filter(Boolean).join(' · ')
}

interface TabsProps {
	person: Person
	view: PersonView
	isGuest: boolean
	tab: Tab
	choose: (tab: Tab) => void
}

function Tabs({ person: { demo, other }, view, isGuest, tab, choose }: TabsProps) {
	const { unread } = view
	const groups = Object.keys(view.groups).filter(gid => gid !== demo.room)
	const counts: Partial<Record<Tab, number>> = {
		chat: unread[other ?? ''] ?? 0,
		group: groups.reduce((sum, gid) => sum + (unread[gid] ?? 0), 0),
		room: unread[demo.room] ?? 0,
		friends: waitingFor(view).length,
	}
	return (
		<nav className="choice tabs" aria-label={texts.title}>
			{tabs
				.filter(name => !isGuest || guestTabs.includes(name))
				.map(name => {
					const count = counts[name] ?? 0
					return (
						<button
							key={name}
							type="button"
							aria-current={tab === name ? 'true' : undefined}
							onClick={() => choose(name)}
						>
							{texts[name]}
							{count > 0 && (
								<>
									<span className="badge" aria-hidden="true">
										{count > 99 ? '99+' : count}
									</span>
									<span className="unseen"> {texts.unread(count)}</span>
								</>
							)}
						</button>
					)
				})}
		</nav>
	)
}

/** Gone once one is in: the group is shown then. */
function Invitation({ person, view, open }: { person: Person; view: PersonView; open: () => void }) {
	if (view.invitation === undefined) return null
	return (
		<section className="card invitation" aria-label={texts.invitation}>
			<p>{texts.invitedTo(view.invitation)}</p>
			<div className="row">
				<button
					type="button"
					className="primary"
					onClick={() => {
						open()
						person.acceptInvitation()
					}}
				>
					{texts.joinGroup}
				</button>
				<button type="button" className="plain" onClick={person.dismissInvitation}>
					{texts.notNow}
				</button>
			</div>
		</section>
	)
}

function Panel({ person, view, isGuest, tab }: Omit<TabsProps, 'choose'>) {
	const { demo, other } = person
	/** Drafts survive switching tabs. */
	const [drafts, setDrafts] = useState<Record<string, string>>({})
	const conversation = (id: string) => (
		<ConversationView
			key={id}
			person={person}
			view={view}
			id={id}
			draft={drafts[id] ?? ''}
			setDraft={text => setDrafts(all => ({ ...all, [id]: text }))}
		/>
	)
	if (tab === 'friends') return <FriendsView person={person} view={view} />
	if (tab === 'statistics') return <StatisticsView view={view} />
	if (tab === 'chat') return other ? conversation(other) : null
	const gid = tab === 'room' ? demo.room : view.group
	return (
		<GroupBar
			key={gid}
			person={person}
			view={view}
			gid={gid}
			more={tab === 'room' && <GuestLink demo={demo} isGuest={isGuest} />}
		>
			{conversation(gid)}
		</GroupBar>
	)
}

/** From a person to a guest and back, in the same pane. */
function GuestLink({ demo, isGuest }: { demo: Demo; isGuest: boolean }) {
	const name = before()
	if (!isGuest)
		return (
			<a
				className="text"
				href={addressOf(guest, { before: new URLSearchParams(location.search).get('as') ?? undefined })}
			>
				{texts.asGuest}
			</a>
		)
	if (name === null) return null
	return (
		<a className="text" href={addressOf(name, { before: undefined })}>
			{texts.backTo(nameOf(demo, name))}
		</a>
	)
}
