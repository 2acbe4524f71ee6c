"""Addresses of people and login."""

from django.urls import path

from lhombre_club.members.views import (
    account,
    came,
    check_in,
    clubs,
    imports,
    login,
    notes,
    offices,
    own_fields,
    people,
    times,
    tonight,
)

app_name = "members"
urlpatterns = [
    path("login/", login.Login.as_view(), name="login"),
    path("logout/", login.Logout.as_view(), name="logout"),
    path("welcome/<str:token>/", login.welcome, name="welcome"),
    path("account/", account.index, name="account"),
    path("account/password/", account.password, name="password"),
    path("account/end/<str:key>/", account.end_session, name="end-session"),
    path("account/end-others/", account.end_others, name="end-others"),
    path("account/held/", account.held, name="held"),
    path("security/", account.security, name="security"),
    path("offices/", offices.index, name="offices"),
    path("offices/<uuid:pk>/end/", offices.end, name="office-end"),
    path("offices/links/<uuid:pk>/withdraw/", offices.withdraw, name="office-link-withdraw"),
    path("welcome/office/<str:token>/", offices.take, name="office-take"),
    path("club/", clubs.choose, name="choose-club"),
    path("members/", people.index, name="list"),
    path("members/import/", imports.import_list, name="import"),
    path("members/counted/", times.standing, name="standing"),
    path("members/fields/", own_fields.fields, name="fields"),
    path("members/fields/<uuid:key>/", own_fields.field, name="field"),
    path("members/came/", came.came, name="came"),
    path("members/new/", people.add, name="add"),
    path("members/<uuid:person>/", people.edit, name="edit"),
    path("members/<uuid:person>/times/", times.times, name="times"),
    path("members/<uuid:person>/notes/", notes.note, name="note"),
    path("members/<uuid:person>/wishes/", people.wish, name="wish"),
    path("tonight/", tonight.tonight, name="tonight"),
    path("tonight/mark/", tonight.mark, name="tonight-mark"),
    path("tonight/close/", check_in.close, name="tonight-close"),
    path("tonight/guest/", tonight.guest, name="tonight-guest"),
    path("tonight/everybody/", tonight.everybody, name="tonight-everybody"),
]
