import { type Reaction, reactions } from '@parley/room'
import { m } from '../../../locales/index.ts'
import { ReactionIcon, reactionNames } from '../reactions/ReactionIcon.tsx'
import styles from './ReactionButtons.module.css'

/** The six reactions in a row. */
export const ReactionButtons = ({ onReact }: { onReact: (reaction: Reaction) => void }) => (
	<fieldset className={styles.reactions} aria-label={m.room_reactions()}>
		{reactions.map(reaction => (
			<button
				key={reaction}
				type="button"
				className={styles.reaction}
				aria-label={reactionNames[reaction]()}
				onClick={() => onReact(reaction)}
			>
				<ReactionIcon reaction={reaction} />
			</button>
		))}
	</fieldset>
)
