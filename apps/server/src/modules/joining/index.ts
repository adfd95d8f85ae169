export { createPasswordGuard, type PasswordGuard } from './passwordGuard.ts'
