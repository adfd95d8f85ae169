import { useEffect, useState, useSyncExternalStore } from 'react'
import { ConversationView } from './ConversationView.tsx'
import { FriendsView } from './FriendsView.tsx'
import type { Person, PersonView } from './person.ts'
import { StatisticsView } from './StatisticsView.tsx'
import { texts } from './texts.ts'

const tabs = ['chat', 'group', 'room', 'friends', 'statistics'] as const
type Tab = (typeof tabs)[number]
const guestTabs: readonly Tab[] = ['room', 'statistics']
const guest = 'guest'

export function PersonPage({ person, as }: { person: Person; as: string }) {
	const view = useSyncExternalStore(person.watch, () => person.view)
	const isGuest = as === guest
	const [tab, setTab] = useState<Tab>(isGuest ? 'room' : 'chat')
	const { demo } = person
	useEffect(() => {
		const timer = setInterval(person.refreshStats, 1_000)
		return () => clearInterval(timer)
	}, [person])
	return (
		<main className="person">
			<h1 className="unseen">{nameOf(person, as)}</h1>
			<PersonHeader person={person} view={view} as={as} />
			<nav className="choice tabs" aria-label={texts.title}>
				{tabs
					.filter(name => !isGuest || guestTabs.includes(name))
					.map(name => (
						<button
							key={name}
							type="button"
							aria-current={tab === name ? 'true' : undefined}
							onClick={() => setTab(name)}
						>
							{texts[name]}
						</button>
					))}
			</nav>
			{view.invitation && (
				<section className="card invitation" aria-label={texts.invitation}>
					<p>{view.invitation.name}</p>
					{view.invitation.isIn ? (
						<p className="quiet">{texts.joinedGroup}</p>
					) : (
						<button type="button" className="primary" onClick={person.acceptInvitation}>
							{texts.joinGroup}
						</button>
					)}
				</section>
			)}
			{tab === 'chat' && person.other && (
				<ConversationView key={tab} person={person} view={view} id={person.other} canRevoke={false} />
			)}
			{tab === 'group' && <ConversationView key={tab} person={person} view={view} id={demo.group} canRevoke />}
			{tab === 'room' && (
				<>
					{isGuest ? (
						<p className="quiet hint">{texts.guestOnlyRoom}</p>
					) : (
						<a className="text hint" href={addressOf(guest)}>
							{texts.asGuest}
						</a>
					)}
					<ConversationView key={tab} person={person} view={view} id={demo.room} canRevoke={!isGuest} />
				</>
			)}
			{tab === 'friends' && <FriendsView person={person} view={view} />}
			{tab === 'statistics' && <StatisticsView view={view} />}
		</main>
	)
}

const nameOf = ({ demo }: Person, as: string): string =>
	demo.people.find(({ name }) => name === as)?.displayName ?? texts.guest

const addressOf = (name: string) => `${import.meta.env.BASE_URL}?as=${name}`

function PersonHeader({ person, view, as }: { person: Person; view: PersonView; as: string }) {
	const { state, reason, code, retryInMs } = view.state
	const isIn = state !== 'idle' && state !== 'closed'
	const detail = [reason, code || undefined, retryInMs === undefined ? undefined : `${Math.round(retryInMs)} ms`]
	return (
		<header className="card identity">
			<div className="row">
				<select
					aria-label={texts.person}
					value={as}
					onChange={({ target }) => location.assign(addressOf(target.value))}
				>
					{person.demo.people.map(({ name, displayName }) => (
						<option key={name} value={name}>
							{displayName}
						</option>
					))}
					<option value={guest}>{texts.guest}</option>
				</select>
				<p className={`state ${state}`} role="status">
					<strong>{texts.states[state]}</strong>
					<code>{detail.filter(Boolean).join(' · ') || view.journal[0]?.text || '–'}</code>
				</p>
			</div>
			<div className="row tools">
				<button type="button" className="plain" onClick={view.isCut ? person.join : person.cut}>
					{view.isCut ? texts.join : texts.cut}
				</button>
				<button type="button" className="plain" disabled={view.isFrozen} onClick={person.freeze}>
					{view.isFrozen ? texts.frozen : texts.freeze}
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
