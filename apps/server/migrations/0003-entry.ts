import type { Kysely } from 'kysely'

/** Signing in: codes and proofs, other apps' identities, challenges, invitations and the pages of a site. */
export async function up(db: Kysely<unknown>) {
	// The secret a site shares with its shell, which signs identities with it.
	await db.schema.alterTable('sites').addColumn('shell_secret', 'text').execute()
	await db.schema.alterTable('companies').addColumn('invitation_code', 'text').execute()
	await db.schema.createIndex('companies_by_invitation').on('companies').column('invitation_code').unique().execute()
	// The password in the person's corporate directory; it stays when they set a new password here.
	await db.schema.alterTable('users').addColumn('corporate_hash', 'text').execute()
	await db.schema
		.createIndex('users_by_mobile')
		.on('users')
		.columns(['site_id', 'mobile_code', 'mobile'])
		.unique()
		.execute()

	// The public list: meetings of a site that anyone may join, by day.
	await db.schema
		.createIndex('meetings_public')
		.on('meetings')
		.columns(['site_id', 'is_private', 'is_room', 'start_at', 'id'])
		.execute()

	// Signing in with a number and no area code.
	await db.schema.createIndex('users_by_bare_mobile').on('users').columns(['site_id', 'mobile']).execute()

	await db.schema
		.createTable('sms_codes')
		.addColumn('id', 'text', column => column.primaryKey())
		.addColumn('site_id', 'text', column => column.notNull().references('sites.id'))
		.addColumn('purpose', 'integer', column => column.notNull())
		.addColumn('mobile_code', 'text', column => column.notNull())
		.addColumn('mobile', 'text', column => column.notNull())
		.addColumn('code_hash', 'text', column => column.notNull())
		.addColumn('tries', 'integer', column => column.notNull().defaultTo(0))
		.addColumn('created_at', 'bigint', column => column.notNull())
		.addColumn('expires_at', 'bigint', column => column.notNull())
		.addColumn('used_at', 'bigint')
		.execute()
	await db.schema
		.createIndex('sms_codes_of_mobile')
		.on('sms_codes')
		.columns(['site_id', 'mobile_code', 'mobile', 'created_at'])
		.execute()
	await db.schema.createIndex('sms_codes_by_age').on('sms_codes').column('created_at').execute()

	// One-use tokens stating that a person has just proved something.
	await db.schema
		.createTable('proofs')
		.addColumn('hash', 'text', column => column.primaryKey())
		.addColumn('site_id', 'text', column => column.notNull())
		.addColumn('purpose', 'text', column => column.notNull())
		.addColumn('user_id', 'text', column => column.references('users.id').onDelete('cascade'))
		.addColumn('mobile_code', 'text')
		.addColumn('mobile', 'text')
		.addColumn('expires_at', 'bigint', column => column.notNull())
		.addColumn('used_at', 'bigint')
		.execute()
	await db.schema.createIndex('proofs_by_expiry').on('proofs').column('expires_at').execute()

	// Identities of the people here in other apps: messenger, deviceMaker, workplace.
	await db.schema
		.createTable('identities')
		.addColumn('site_id', 'text', column => column.notNull().references('sites.id'))
		.addColumn('provider', 'text', column => column.notNull())
		.addColumn('subject', 'text', column => column.notNull())
		.addColumn('user_id', 'text', column => column.notNull().references('users.id').onDelete('cascade'))
		.addColumn('nickname', 'text')
		.addColumn('picture', 'text')
		.addColumn('bound_at', 'bigint', column => column.notNull())
		.addPrimaryKeyConstraint('identities_key', ['site_id', 'provider', 'subject'])
		.execute()
	await db.schema.createIndex('identities_of_user').on('identities').columns(['user_id', 'provider']).unique().execute()

	// Envelopes and identity tokens that were used to sign in; kept until they have expired anyway.
	await db.schema
		.createTable('spent_identity_proofs')
		.addColumn('hash', 'text', column => column.primaryKey())
		.addColumn('expires_at', 'bigint', column => column.notNull())
		.execute()
	await db.schema.createIndex('spent_by_expiry').on('spent_identity_proofs').column('expires_at').execute()

	await db.schema
		.createTable('challenges')
		.addColumn('id', 'text', column => column.primaryKey())
		.addColumn('site_id', 'text', column => column.notNull())
		.addColumn('session_id', 'text', column => column.notNull())
		.addColumn('browser', 'text', column => column.notNull())
		.addColumn('address', 'text', column => column.notNull())
		.addColumn('answer_left', 'integer', column => column.notNull())
		.addColumn('salt', 'text', column => column.notNull())
		.addColumn('issued_at', 'bigint', column => column.notNull())
		.addColumn('expires_at', 'bigint', column => column.notNull())
		// Judged once, whatever the answer was.
		.addColumn('judged_at', 'bigint')
		.addColumn('pass_hash', 'text')
		.addColumn('pass_expires_at', 'bigint')
		.addColumn('spent_at', 'bigint')
		.execute()
	await db.schema.createIndex('challenges_by_pass').on('challenges').column('pass_hash').unique().execute()
	await db.schema.createIndex('challenges_by_expiry').on('challenges').column('expires_at').execute()

	// Agreement pages written by an administrator; without one the default text is shown.
	await db.schema
		.createTable('site_pages')
		.addColumn('site_id', 'text', column => column.notNull().references('sites.id').onDelete('cascade'))
		.addColumn('name', 'text', column => column.notNull())
		.addColumn('language', 'text', column => column.notNull())
		.addColumn('markdown', 'text', column => column.notNull())
		.addColumn('updated_at', 'bigint', column => column.notNull())
		.addPrimaryKeyConstraint('site_pages_key', ['site_id', 'name', 'language'])
		.execute()
}
