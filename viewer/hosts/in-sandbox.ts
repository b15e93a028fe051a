/**
 * Whether this tab was opened out of a frame's sandbox and stays in it, so that files and printing end without a word. No browser tells
 * that; but there a form without `allow-forms` is not sent, and not even heard (HTML, form submission algorithm, step 3).
 */
export function isInSandbox(): boolean {
  const form = document.createElement('form')
  let isSubmitted = false
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    isSubmitted = true
  })
  form.hidden = true
  document.body.append(form)
  form.requestSubmit()
  form.remove()
  return !isSubmitted
}
